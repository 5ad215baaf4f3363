import { isRecord } from "../../provider/objects/values";
import type { Importable } from "./importables";
import { jsonText } from "./jsonText";
import { resourceNames } from "./resourceNames";
import { secretsLeftOut } from "./secretsLeftOut";

/** A program in TypeScript, on the plugin's generated package, that declares what is imported as it is. */
export function typescriptProgram(taken: readonly Importable[]): string {
  const names = resourceNames(taken);
  const statements = taken.map((each, index) => {
    const { logical, variable } = names[index] ?? { logical: "", variable: "" };
    const secrets = secretsLeftOut(each);
    const comment = secrets === undefined ? "" : `// ${secrets}\n`;
    const args = valueText(each.inputs, "");
    return `${comment}const ${variable} = new platform.${each.resource.type}(${jsonText(logical)}, ${args}, { protect: true });\n`;
  });
  return ['import * as platform from "pulumi-platform-plugin";\n', ...statements].join("\n");
}

function valueText(value: unknown, indent: string): string {
  if (typeof value === "string") return isBlock(value) ? templateText(value) : jsonText(value);
  const inside = `${indent}  `;
  const lines = (parts: readonly string[]) => parts.map((part) => `${inside}${part},\n`).join("");
  if (Array.isArray(value) && value.length > 0) {
    return `[\n${lines(value.map((each) => valueText(each, inside)))}${indent}]`;
  }
  if (!isRecord(value) || Object.keys(value).length === 0) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, each]) => `${keyText(key)}: ${valueText(each, inside)}`);
  return `{\n${lines(members)}${indent}}`;
}

// As a plain member this one would set the prototype.
function keyText(key: string): string {
  if (key === "__proto__") return `["__proto__"]`;
  return /^[A-Za-z_]\w*$/.test(key) ? key : jsonText(key);
}

/** Text of several lines stands as it is where it needs no escape to be seen, and no editor changes it. */
const isBlock = (text: string): boolean => /\n./.test(text) && /^[ -~\n]*$/.test(text) && !/ \n/.test(text);

const templateText = (text: string): string => `\`${text.replace(/[\\`]|\$(?=\{)/g, "\\$&")}\``;
