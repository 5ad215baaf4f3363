import { isUtf8 } from "node:buffer";
import type { ApiObject } from "../kinds/apiObject";
import { kindOfPlural } from "../kinds/kinds";
import type { Entry, StoreContents, StoreEvent } from "../store/store";
import { canonicalJson, isObject, type JsonValue, parseJson, UnreadableError } from "../text/json";
import { DataError } from "./dataError";
import { storedProblem } from "./storedProblem";

const format = "embedded-platform data 1";
const newline = 0x0a;
const versionText = /^[1-9]\d*$/;

/** The first line: what the file is, for which API group, and the resourceVersion that it was written at. */
export function headerLine(group: string, resourceVersion: string): string {
  return `${canonicalJson({ format, group, resourceVersion })}\n`;
}

/** The line of an object as it now is. */
export function putLine(plural: string, entry: Entry): string {
  return `{"plural":"${plural}","put":${entry.json}}\n`;
}

/** The line of a change. */
export function changeLine({ type, plural, entry, version }: StoreEvent): string {
  if (type !== "DELETED") return putLine(plural, entry);
  const { name, namespace } = entry.object.metadata;
  return `${canonicalJson({ plural, remove: { name, namespace }, resourceVersion: String(version) })}\n`;
}

interface Kept {
  plural: string;
  object: ApiObject;
  line: number;
}

/** Puts the lines of a data file together, and checks the objects that are left. */
export function readDataLines(bytes: Buffer, file: string, group: string): StoreContents {
  const [header, ...lines] = splitLines(bytes);
  let version = readHeader(header, file, group);
  const objects = new Map<string, Kept>();
  for (const [index, line] of lines.entries()) {
    const change = readChange(parseLine(line));
    if (change === undefined) throw damaged(file, index + 2);
    const key = [change.plural, change.namespace, change.name].join("/");
    if (change.object === undefined) objects.delete(key);
    else objects.set(key, { plural: change.plural, object: change.object, line: index + 2 });
    version = Math.max(version, change.version);
  }
  for (const kept of objects.values()) checkKept(kept, file, group);
  return { version, objects: objects.values() };
}

function checkKept({ plural, object, line }: Kept, file: string, group: string): void {
  const kind = kindOfPlural(plural);
  const problem = kind && storedProblem(kind, `${group}/v1`, object);
  if (problem === undefined) return;
  throw new DataError(
    `line ${line} of the data file ${file} holds an object that cannot be stored: ${plural} "${object.metadata.name}": ` +
      `${problem}. Nothing was changed in it. Correct that line, put a copy of the file in its place, or take the line out.`,
  );
}

// An end without a line break is a line if it is whole. If not, it was being written when the process was killed.
function splitLines(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  for (let start = 0; ; ) {
    const end = bytes.indexOf(newline, start);
    if (end < 0) {
      const rest = bytes.subarray(start);
      return isObject(parseLine(rest)) ? [...lines, rest] : lines;
    }
    lines.push(bytes.subarray(start, end));
    start = end + 1;
  }
}

function parseLine(line: Buffer): JsonValue | undefined {
  if (!isUtf8(line)) return undefined;
  try {
    return parseJson(line.toString()).value;
  } catch (error) {
    if (error instanceof UnreadableError) return undefined;
    throw error;
  }
}

function readHeader(line: Buffer | undefined, file: string, group: string): number {
  const header = line === undefined ? undefined : parseLine(line);
  if (!isObject(header) || header.format !== format || !isVersion(header.resourceVersion)) {
    throw new DataError(
      `${file} is no data file of the embedded platform, or one of another version. Nothing was changed in it. Name another file.`,
    );
  }
  if (header.group === group) return Number(header.resourceVersion);
  const vendor = String(header.group).replace(/^management\./, "");
  throw new DataError(`${file} holds objects of ${header.group}, not of ${group}. Start with --vendor ${vendor}.`);
}

interface Change {
  plural: string;
  namespace: string;
  name: string;
  version: number;
  object: ApiObject | undefined;
}

function readChange(line: JsonValue | undefined): Change | undefined {
  if (!isObject(line) || typeof line.plural !== "string" || kindOfPlural(line.plural) === undefined) return undefined;
  const { plural, put, remove } = line;
  const place = isObject(put) ? put.metadata : remove;
  if (!isObject(place) || typeof place.name !== "string") return undefined;
  const version = isObject(put) ? place.resourceVersion : line.resourceVersion;
  if (!isVersion(version)) return undefined;
  const isWhole = !isObject(put) || (isObject(put.spec) && isObject(put.status) && typeof place.uid === "string");
  if (!isWhole) return undefined;
  const namespace = typeof place.namespace === "string" ? place.namespace : "";
  return { plural, namespace, name: place.name, version: Number(version), object: put as ApiObject | undefined };
}

function isVersion(value: JsonValue | undefined): value is string {
  return typeof value === "string" && versionText.test(value);
}

function damaged(file: string, line: number): DataError {
  return new DataError(
    `line ${line} of the data file ${file} is damaged. Nothing was changed in it. ` +
      "Put a copy of the file in its place, or take that line out to go on without that change.",
  );
}
