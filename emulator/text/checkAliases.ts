import { EVENT_ID, type Event } from "js-yaml";
import { readLimits, tooDeep } from "./readLimits";
import { YamlError } from "./yamlSchema";

/** A node with all that its aliases stand for: its letters, and the lists and maps within each other. */
interface Measure {
  letters: number;
  depth: number;
}

interface OpenNode extends Measure {
  anchor: string;
}

/** Refuses a document whose aliases stand for far more than was sent (a "YAML bomb"), for themselves or for nothing. */
export function checkAliases(events: readonly Event[], text: string): void {
  const anchors = new Map<string, Measure>();
  const open: OpenNode[] = [];
  let aliased = 0;
  const close = (node: OpenNode) => {
    if (node.anchor !== "") anchors.set(node.anchor, node);
    addTo(open.at(-1), node);
  };
  for (const event of events) {
    const anchor = "anchorStart" in event ? text.slice(event.anchorStart, event.anchorEnd) : "";
    if (event.type === EVENT_ID.POP) close(open.pop() as OpenNode);
    else if (event.type === EVENT_ID.SCALAR) close({ anchor, letters: event.valueEnd - event.valueStart, depth: 0 });
    else if (event.type !== EVENT_ID.ALIAS) open.push({ anchor, letters: 0, depth: 0 });
    else {
      const meant = anchors.get(anchor) ?? unknownAnchor(anchor, open);
      aliased += meant.letters;
      if (aliased > readLimits.aliasedLetters) throw new YamlError("yaml: document contains excessive aliasing");
      addTo(open.at(-1), meant);
    }
  }
}

function addTo(parent: OpenNode | undefined, { letters, depth }: Measure): void {
  if (parent === undefined) return;
  parent.letters += letters + 2;
  parent.depth = Math.max(parent.depth, depth + 1);
  // The document itself is the outermost node.
  if (parent.depth > readLimits.depth + 1) throw new YamlError(`yaml: ${tooDeep}`);
}

function unknownAnchor(name: string, open: readonly OpenNode[]): never {
  const isOpen = open.some(({ anchor }) => anchor === name);
  throw new YamlError(
    isOpen ? `yaml: anchor '${name}' value contains itself` : `yaml: unknown anchor '${name}' referenced`,
  );
}
