import {
  boolYaml11Tag,
  CORE_SCHEMA,
  constructFromEvents,
  DUMP_SCHEMA,
  defineScalarTag,
  dump,
  mergeTag,
  NOT_RESOLVED,
  parseEvents,
  Schema,
  YAMLException,
} from "js-yaml";
import { maxStoredCharacters } from "../../api/input/sizeLimits.js";
import { readJson } from "../../api/input/untrustedJson.js";
import { shownName, truncate } from "../../api/output/redaction.js";
import { documentProblems, maxDepth } from "../fields/jsonProblems.js";
import {
  containsUnknown,
  deepEqual,
  getOwn,
  isRecord,
  mapValues,
  type Properties,
  unknown,
  valueAt,
} from "../values.js";

// YAML parsers disagree about 0777, 0X1F and 1__0: a number becomes a symbol of its spelling. A
// string that looks like one, or begins like a document mark, is written in quotes.
const numberTag = defineScalarTag("tag:pulumi.com,2025:number", {
  implicit: true,
  implicitFirstChars: [..."+-._0123456789"],
  resolve: (source) => (numberOrDocumentMark.test(source) ? Symbol.for(source) : NOT_RESOLVED),
  identify: () => false,
});
const numberOrDocumentMark = /^(?:[-+]?[0-9._]+(?:[xXoObB][0-9a-fA-F_]+|[:eE+-][0-9_.:eE+-]*)?|(?:---|\.\.\.).*)$/s;

// Kubernetes parses YAML 1.1, in which an unquoted `no` is false: quoting it is a change.
const schema = new Schema([numberTag, ...CORE_SCHEMA.tags, mergeTag, boolYaml11Tag]);
// For maps, with numbers as values or as symbols of their spelling.
const mapSchema = new Schema([...CORE_SCHEMA.tags, boolYaml11Tag]);
const spellingSchema = new Schema([numberTag, ...mapSchema.tags]);
const maxAliases = 30;

// A map is expanded to JSON: 30 aliases could make gigabytes of a text that a platform stores.
const maxMapAliases = 10;

/** The stored text of `template.objects`: a list becomes one YAML document for each object. */
export function manifestText(objects: unknown): unknown {
  if (!Array.isArray(objects)) return objects;
  return objects.map(yamlText).join("---\n");
}

const dumpOptions = { lineWidth: -1, noRefs: true, schema: DUMP_SCHEMA.withTags(numberTag) };

/** A value as one YAML document. */
export const yamlText = (value: unknown): string => dump(value, dumpOptions);

const spelledNumberTag = {
  ...numberTag,
  identify: (value: unknown) => typeof value === "symbol" || typeof value === "number",
  represent: (value: symbol | number) => (typeof value === "symbol" ? value.description : yamlText(value).trimEnd()),
} as typeof numberTag;
const spellingDumpSchema = new Schema([spelledNumberTag, ...DUMP_SCHEMA.tags]);

/**
 * A map as one YAML document. A number that equals that in the live text keeps its spelling: for
 * the platform, 0777 may be another number than its decimal form.
 */
export function yamlTextLike(map: Properties, liveText: string): string {
  const [spelled] = documentsOf(liveText, spellingSchema);
  return dump(withSpelledNumbers(map, mapInYaml(liveText, false), spelled), {
    ...dumpOptions,
    schema: spellingDumpSchema,
  });
}

function withSpelledNumbers(value: unknown, live: unknown, spelled: unknown): unknown {
  if (typeof spelled === "symbol") return deepEqual(value, live) ? spelled : value;
  if (!Array.isArray(value) && !isRecord(value)) return value;
  return mapValues(value, (member, key) => withSpelledNumbers(member, valueAt(live, [key]), valueAt(spelled, [key])));
}

/**
 * The map that a YAML text declares; undefined if it declares none. With `isExact`, also undefined
 * if it has values that YAML parsers read differently, such as 0777.
 */
export function mapInYaml(text: string, isExact: boolean): Properties | undefined {
  if (text.length > maxStoredCharacters) return undefined;
  try {
    const [document, ...otherDocuments] = documentsOf(text, mapSchema, maxMapAliases);
    const map = document ?? {};
    const read = readJson(JSON.stringify(map));
    if (otherDocuments.length > 0 || !("value" in read) || !isRecord(read.value) || !deepEqual(read.value, map))
      return undefined;
    const isSame = !isExact || document == null || deepEqual(documentsOf(text), documentsOf(yamlText(map)));
    return isSame ? read.value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Whether two values of `template.objects` declare the same objects in the same order. Invalid,
 * ambiguous or too large YAML, and text with Go template actions, equals only the same text.
 */
export function equalManifests(a: unknown, b: unknown): boolean {
  if (deepEqual(a, b)) return true;
  if (containsUnknown(a) || containsUnknown(b)) return false;
  try {
    const texts = [a, b].map(textOf);
    if (texts.some((text) => text.length > maxStoredCharacters || hasTemplateAction(text) || ambiguousYaml.test(text)))
      return texts[0] === texts[1];
    const [these, those] = texts.map((text) => documentsOf(text).filter((document) => document !== null));
    return documentProblems([these, those]).length === 0 && deepEqual(these, those);
  } catch {
    return false;
  }
}

const textOf = (objects: unknown): string => String(manifestText(objects) ?? "");

// js-yaml and Kubernetes may parse these differently: merge keys, Unicode line breaks, lone
// carriage returns, `...`, directives, and content after `---` on the same line.
const ambiguousYaml = /<<[ \t]*:|[\u0085\u2028\u2029]|\r(?!\n)|^(?:\.\.\.|%|---[ \t]*[^\s#])/m;

/** Whether the text has template actions, which the platform may expand before it parses YAML. */
const hasTemplateAction = (text: string): boolean => text.includes("{{");

const documentsOf = (source: string, tags = schema, aliases = maxAliases): unknown[] =>
  constructFromEvents(parseEvents(source, { maxDepth }), { source, schema: tags, maxAliases: aliases });

/** The first problem of `template.objects`, with its document or line. */
export function manifestProblem(objects: unknown): string | undefined {
  const problem = Array.isArray(objects) ? documentProblem(objects) : undefined;
  if (problem !== undefined || containsUnknown(objects)) return problem;
  try {
    const text = textOf(objects);
    if (text.length > maxStoredCharacters)
      return `is ${text.length} characters long; the platform stores no object of more than about 1.5 MiB`;
    return documentProblem(documentsOf(text));
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    if (typeof objects === "string" && hasTemplateAction(objects)) return undefined;
    const line = error.mark ? `line ${error.mark.line + 1}: ` : "";
    return `is not valid YAML: ${line}${truncate(error.reason, maxReasonLength)}`;
  }
}

const maxReasonLength = 120;

function documentProblem(documents: readonly unknown[]): string | undefined {
  const problems = documents.map((document) => (document === null ? undefined : objectProblem(document)));
  const index = problems.findIndex((problem) => problem !== undefined);
  return index < 0 ? undefined : `document ${index + 1} ${problems[index]}`;
}

function objectProblem(document: unknown): string | undefined {
  if (document === unknown) return undefined;
  if (!isRecord(document))
    return "is not an object: each document must be a Kubernetes object with apiVersion and kind";
  const [problem] = documentProblems(document);
  if (problem) return `at ${shownName(problem.property)} ${problem.reason.replace(/\.$/, "")}`;
  if (containsUnknown(document)) return undefined;
  const missing = ["apiVersion", "kind"].filter((key) => typeof getOwn(document, key) !== "string");
  return missing.length === 0 ? undefined : `has no ${missing.join(" and no ")}`;
}
