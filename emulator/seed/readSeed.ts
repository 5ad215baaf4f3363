import { readFileSync } from "node:fs";
import { readBody } from "../objects/body";
import { fileProblem } from "../text/fileProblem";
import { isObject, type JsonValue, UnreadableError } from "../text/json";
import { SeedError } from "./seedError";

/** One object of a seed file, and where it stands. */
export interface Seed {
  /** Like `document 2, item 1`. */
  where: string;
  value: JsonValue;
}

// With the end of its line, so that lines are counted from the document's first.
const separator = /^---(?:[ \t]*\r?\n|(?=\s|$))/m;

/** Reads a file of YAML or JSON documents, each as the body of a request is read; lists are taken apart. */
export function readSeed(file: string): Seed[] {
  const seeds: Seed[] = [];
  const problems: string[] = [];
  let count = 1;
  for (const text of readText(file).split(separator)) {
    const where = `document ${count}`;
    const { value, warnings } = readDocument(text);
    problems.push(...warnings.map((warning) => `${where}: ${warning}`));
    // What holds nothing but comments is not counted.
    if (value === null) continue;
    count++;
    seeds.push(...takeApart(value, where));
  }
  if (problems.length > 0) throw new SeedError(file, problems);
  return seeds;
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new Error(fileProblem("read", "seed file", file, error), { cause: error });
  }
}

function readDocument(text: string): { value: JsonValue; warnings: string[] } {
  try {
    return readBody({ text, contentType: "application/yaml", refusal: undefined });
  } catch (error) {
    if (error instanceof UnreadableError) return { value: {}, warnings: [error.message] };
    throw error;
  }
}

function takeApart(value: JsonValue, where: string): Seed[] {
  const isList = isObject(value) && String(value.kind).endsWith("List") && Array.isArray(value.items);
  if (!isList) return [{ where, value }];
  return (value.items as JsonValue[]).map((item, index) => ({ where: `${where}, item ${index + 1}`, value: item }));
}
