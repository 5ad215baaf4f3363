import { SaxesParser } from "saxes";

/** An element of an XML file, with the text that stands in it. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Record<string, string>;
  readonly children: XmlElement[];
  text: string;
}

/** The root of an XML file, as a strict parser reads it; throws for what XML 1.0 does not allow. */
export function xmlOf(xml: string): XmlElement {
  const root: XmlElement = { name: "", attributes: {}, children: [], text: "" };
  const open = [root];
  const current = () => open.at(-1) as XmlElement;
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name, attributes }) => {
    const element: XmlElement = { name, attributes: attributes as Record<string, string>, children: [], text: "" };
    current().children.push(element);
    open.push(element);
  });
  parser.on("text", (text) => {
    current().text += text;
  });
  parser.on("closetag", () => open.pop());
  parser.write(xml).close();
  return root.children[0] as XmlElement;
}

/** The elements of this name, however deep. */
export function elementsOf({ children }: XmlElement, name: string): XmlElement[] {
  return children.flatMap((child) => [...(child.name === name ? [child] : []), ...elementsOf(child, name)]);
}
