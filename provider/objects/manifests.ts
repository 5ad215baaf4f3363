import {
  boolYaml11Tag,
  CORE_SCHEMA,
  dump,
  floatYaml11Tag,
  intYaml11Tag,
  type LoadOptions,
  loadAll,
  mergeTag,
  type Schema,
  YAMLException,
} from "js-yaml";
import { containsUnknown, equalValue, isRecord, type Properties } from "./values.js";

// Few aliases: a handful is a style, dozens nested in each other are a bomb for whoever compares or expands them.
const limits: LoadOptions = { maxDepth: 100, maxAliases: 30 };
const yaml12 = CORE_SCHEMA.withTags(mergeTag);
// Kubernetes reads YAML 1.1, in which a bare `no` is false and a bare 0777 is octal: putting quotes round it is a change.
const yaml11 = yaml12.withTags(boolYaml11Tag, intYaml11Tag, floatYaml11Tag);
const maxCharacters = 1_500_000;

/** The text that the platform stores for `template.objects`: a list of plain objects becomes one YAML document each. */
export function manifestText(objects: unknown): unknown {
  if (!Array.isArray(objects)) return objects;
  return objects.map((object) => dump(object, { lineWidth: -1, noRefs: true })).join("---\n");
}

/** Whether two forms of `template.objects` declare the same objects in the same order, for every reader; a text that is no YAML equals itself only. */
export function sameManifests(a: unknown, b: unknown): boolean {
  if (equalValue(a, b)) return true;
  if (containsUnknown(a) || containsUnknown(b)) return false;
  return [yaml12, yaml11].every((schema) => {
    const [left, right] = [documentsOf(a, schema), documentsOf(b, schema)];
    return left !== undefined && right !== undefined && equalValue(left, right);
  });
}

/** What is wrong with `template.objects`, naming document and line, or undefined. */
export function manifestProblem(objects: unknown): string | undefined {
  if (typeof objects === "string" && objects.length > maxCharacters) {
    return `is ${objects.length} characters long; the platform stores no object of more than about 1.5 MiB`;
  }
  try {
    return documentProblem(Array.isArray(objects) ? objects : parse(String(objects ?? ""), yaml12));
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    return `is not valid YAML: ${position(error)}${error.reason}`;
  }
}

function documentsOf(objects: unknown, schema: Schema): unknown[] | undefined {
  try {
    return Array.isArray(objects) ? objects : parse(String(objects ?? ""), schema);
  } catch {
    return undefined;
  }
}

function parse(text: string, schema: Schema): unknown[] {
  return text.trim() === "" ? [] : loadAll(text, { ...limits, schema }).filter((document) => document !== null);
}

function documentProblem(documents: unknown[]): string | undefined {
  for (const [index, document] of documents.entries()) {
    const problem = objectProblem(document);
    if (problem) return `document ${index + 1} ${problem}`;
  }
  return undefined;
}

const required = ["apiVersion", "kind"] as const;

function objectProblem(document: unknown): string | undefined {
  if (containsUnknown(document)) return undefined;
  if (!isRecord(document)) return "is no object: each document must be a Kubernetes object with apiVersion and kind";
  const missing = required.filter((key) => typeof (document as Properties)[key] !== "string");
  return missing.length === 0 ? undefined : `has no ${missing.join(" and no ")}`;
}

function position({ mark }: YAMLException): string {
  if (!mark) return "";
  const before = mark.buffer.slice(0, mark.position);
  const documents = before.split("\n").filter((line, index) => /^---(\s|$)/.test(line) && index > 0).length;
  return `document ${documents + 1}, line ${mark.line + 1}: `;
}
