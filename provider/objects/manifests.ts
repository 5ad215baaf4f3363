import {
  boolYaml11Tag,
  CORE_SCHEMA,
  constructFromEvents,
  DEFAULT_SCALAR_STYLE_RULES,
  defineScalarTag,
  dump,
  floatYaml11Tag,
  intYaml11Tag,
  mergeTag,
  NOT_RESOLVED,
  parseEvents,
  SCALAR_STYLE,
  type ScalarStyleRule,
  type ScalarTagDefinition,
  YAMLException,
} from "js-yaml";
import { mostStoredCharacters } from "../api/apiObject.js";
import { exactly, numberOfGo } from "../api/exactNumbers.js";
import { shownName, truncate } from "../api/output/escape.js";
import { deepest, documentProblems } from "./dataProblems.js";
import { containsUnknown, equalValue, isRecord, own, unknown } from "./values.js";

// Few aliases: a handful is a style, dozens nested in each other are a bomb for whoever compares or expands them.
const maxAliases = 30;
// What JSON cannot keep of a number is compared as it is written.
const exact = <Result>(tag: ScalarTagDefinition<Result>) => ({
  ...tag,
  resolve: (source: string, ...more: [boolean, string]) => exactly(source, tag.resolve(source, ...more)) as Result,
});
const goTag = defineScalarTag("tag:go.dev,2009:number", {
  implicit: true,
  implicitFirstChars: [..."+-.0123456789"],
  resolve: (source) => numberOfGo(source) ?? NOT_RESOLVED,
  // For readers only.
  identify: () => false,
});
// Kubernetes reads YAML 1.1, in which a bare `no` is false and a bare 0777 is octal: putting quotes round it is a change.
const schema = CORE_SCHEMA.withTags(mergeTag, boolYaml11Tag, exact(intYaml11Tag), exact(floatYaml11Tag), goTag);
// A text of that length without aliases holds fewer, so that only a bomb has more.
const maxValues = 1_000_000;

/** The text that the platform stores for `template.objects`: a list of plain objects becomes one YAML document each. */
export function manifestText(objects: unknown): unknown {
  if (!Array.isArray(objects)) return objects;
  return objects.map((object) => dump(object, { lineWidth: -1, noRefs: true, scalarStyleRules })).join("---\n");
}

/** What some reader takes for a number, though others do not: Go's knows 0X1F, 0B1, 1__0 and -_1. */
const numberLike = /^[-+]?[0-9._]+(?:[xXoObB][0-9a-fA-F_]+|[:eE+-][0-9_.:eE+-]*)?$/;
const marker = /^(---|\.\.\.)/;

const quoteWhatIsNoText: ScalarStyleRule = (layout) => {
  const { value, tag } = layout.node;
  if (tag !== layout.presenterOptions.schema.defaultScalarTag.tagName) return;
  if (marker.test(value)) layout.style = SCALAR_STYLE.DOUBLE_QUOTED;
  else if (numberLike.test(value)) layout.style = SCALAR_STYLE.SINGLE_QUOTED;
};

const scalarStyleRules = [quoteWhatIsNoText, ...Object.values(DEFAULT_SCALAR_STYLE_RULES)];

/**
 * Whether two forms of `template.objects` declare the same objects in the same order. A text
 * equals only itself if it is no YAML, exceeds the size limit of a platform, or has an action of
 * Go's templates (`{{ … }}`).
 */
export function sameManifests(a: unknown, b: unknown): boolean {
  if (equalValue(a, b)) return true;
  // A server may answer anything, and a text of many megabytes would take all time and memory there is.
  if ([a, b].some((each) => lengthOf(each) > mostStoredCharacters)) return false;
  if (containsUnknown(a) || containsUnknown(b)) return false;
  try {
    const texts = [a, b].map((each) => String(manifestText(each)));
    return texts.some(hasAction) ? texts[0] === texts[1] : equalValue(saidBy(a), saidBy(b));
  } catch {
    return false;
  }
}

const lengthOf = (objects: unknown): number =>
  typeof objects === "string" ? objects.length : String(JSON.stringify(objects)).length;

/** Whether the platform fills a part of the text in before it reads the text as YAML. */
function hasAction(text: string): boolean {
  const start = text.indexOf("{{");
  return start >= 0 && text.includes("}}", start);
}

/** What is wrong with `template.objects`, naming document and line, or undefined. */
export function manifestProblem(objects: unknown): string | undefined {
  if (Array.isArray(objects)) return documentProblem(objects) ?? writtenProblem(objects);
  const text = String(objects ?? "");
  if (text.length > mostStoredCharacters) return tooLong(text);
  try {
    return documentProblem(documentsOf(text));
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    if (hasAction(text) && !isForAnybody(error)) return characterProblem(text);
    return `is not valid YAML: ${position(error)}${truncate(error.reason, longestReason)}`;
  }
}

const tooLong = (text: string) =>
  `is ${text.length} characters long; the platform stores no object of more than about 1.5 MiB`;

/** Whether a text would be refused with every action filled in, too: it is not its form that cannot be read. */
const isForAnybody = ({ reason }: YAMLException) => /non-printable|exceeded max|the aliases of document/.test(reason);

/** A reader that stops at an action sees nothing of what comes after it. */
function characterProblem(text: string): string | undefined {
  const found = forbidden.exec(text);
  if (!found) return undefined;
  return `is not valid YAML: line ${linesIn(text.slice(0, found.index)).length}: the stream contains non-printable characters`;
}

/** What YAML 1.2.2 leaves out of its printable characters (5.1), halves of a character included. */
const forbidden = /[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

const linesIn = (text: string) => text.split(/\r\n|[\r\n]/);

/** A list has to be read by everybody as what it holds: the writer of YAML does not know every trap. */
function writtenProblem(objects: unknown[]): string | undefined {
  if (containsUnknown(objects)) return undefined;
  const text = String(manifestText(objects));
  if (text.length > mostStoredCharacters) return tooLong(text);
  const unlike = objects.findIndex((object) => !sameManifests([object], manifestText([object])));
  return unlike < 0
    ? undefined
    : `document ${unlike + 1} cannot be written as YAML: give template.objects as text instead`;
}

/** The documents that say something. */
function saidBy(objects: unknown): unknown[] {
  const documents = Array.isArray(objects) ? objects : documentsOf(String(objects ?? ""));
  return documents.filter((document) => document !== null);
}

function documentsOf(text: string): unknown[] {
  const events = parseEvents(text, { maxDepth: deepest });
  return expandable(constructFromEvents(events, { source: text, schema, maxAliases }));
}

function expandable(documents: unknown[]): unknown[] {
  const endless = documents.findIndex((document) => expandedSize(document) > maxValues);
  if (endless < 0) return documents;
  const words = `the aliases of document ${endless + 1} stand for more than ${maxValues} values, or for what holds them`;
  throw new YAMLException(words);
}

function documentProblem(documents: readonly unknown[]): string | undefined {
  for (const [index, document] of documents.entries()) {
    const problem = document === null ? undefined : objectProblem(document);
    if (problem) return `document ${index + 1} ${problem}`;
  }
  return undefined;
}

const required = ["apiVersion", "kind"] as const;

function objectProblem(document: unknown): string | undefined {
  if (document === unknown) return undefined;
  if (!isRecord(document)) return "is no object: each document must be a Kubernetes object with apiVersion and kind";
  const [lost] = documentProblems(document);
  if (lost) return `at ${shownName(lost.property)} ${lost.reason.replace(/\.$/, "")}`;
  if (containsUnknown(document)) return undefined;
  const missing = required.filter((key) => typeof own(document, key) !== "string");
  return missing.length === 0 ? undefined : `has no ${missing.join(" and no ")}`;
}

const longestReason = 120;

/** Where a reader of YAML stopped; documents are counted as it counts them. */
function position({ mark }: YAMLException): string {
  if (!mark) return "";
  const lines = linesIn(mark.buffer).slice(0, mark.line + 1);
  return `document ${documentsIn(lines)}, line ${mark.line + 1}: `;
}

/** How many documents have begun: with a marker, or with the first line that is neither comment nor directive. */
function documentsIn(lines: readonly string[]): number {
  let [count, isOpen] = [0, false];
  for (const line of lines) {
    const begins = /^\ufeff?---(\s|$)/.test(line) || (!isOpen && !/^\ufeff?\s*([#%].*)?$/.test(line));
    const ends = /^\.\.\.(\s|$)/.test(line);
    if (begins && !ends) count++;
    isOpen = !ends && (isOpen || begins);
  }
  return Math.max(count, 1);
}

/** How many values a value holds with every reference written out; infinite where it holds itself. Each is looked at once. */
export function expandedSize(value: unknown, known = new Map<object, number>()): number {
  if (typeof value !== "object" || value === null) return 1;
  const before = known.get(value);
  if (before !== undefined) return before;
  // Who comes here again before it is known holds itself.
  known.set(value, Number.POSITIVE_INFINITY);
  const size = Object.values(value).reduce<number>((sum, member) => sum + expandedSize(member, known), 1);
  known.set(value, size);
  return size;
}
