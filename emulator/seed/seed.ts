import { readFileSync } from "node:fs";
import { administrator } from "../access/caller";
import type { Call } from "../call";
import type { Kind } from "../kinds/kind";
import { kindNamed, kinds } from "../kinds/kinds";
import { project } from "../kinds/project";
import { readBody } from "../objects/body";
import { createObject } from "../objects/creation";
import { createInCollection } from "../operations/createObject";
import { StatusError } from "../statusError";
import { fileProblem } from "../text/fileProblem";
import { canonicalJson, isObject, type JsonObject, type JsonValue, UnreadableError } from "../text/json";
import type { World } from "../world";

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

/** A seed file that cannot be used, with everything that is wrong in it. */
export class SeedError extends Error {
  constructor(file: string, problems: readonly string[]) {
    const [first = "", ...others] = problems;
    const list = others.length === 0 ? ` ${first}` : problems.map((problem) => `\n  ${problem}`).join("");
    super(`cannot start with the seed file ${file}:${list}`);
  }
}

interface Place {
  kind: Kind;
  namespace: string;
  name: string;
}

/**
 * Creates what exists from the start: the projects of these names, and the objects of a seed file by the rules of a
 * create that refuses unknown fields. What was there before is left alone. A wrong seed throws; the store is of no use then.
 */
export function seedObjects(world: World, projects: readonly string[], file: string | undefined): void {
  const seeds = file === undefined ? [] : readSeed(file);
  const isProject = ({ value }: Seed) => isObject(value) && value.kind === project.kind;
  const own = new Set<string>();
  const create = (seed: Seed) => problemsOf(world, seed, own);
  // Instances need their projects, and what the file says of a project goes before its bare name.
  const problems = seeds.filter(isProject).flatMap(create);
  seedProjects(world, projects);
  problems.push(...seeds.filter((seed) => !isProject(seed)).flatMap(create));
  if (problems.length > 0) throw new SeedError(String(file), problems);
}

function problemsOf(world: World, { where, value }: Seed, own: Set<string>): string[] {
  const place = placeOf(value);
  if (typeof place === "string") return [`${where}: ${place}`];
  const { kind, namespace, name } = place;
  const key = `${kind.plural}/${namespace}/${name}`;
  if (world.store.entry(kind.plural, name, namespace) !== undefined && !own.has(key)) return [];
  own.add(key);
  try {
    createInCollection(world, { kind, namespace }, createCall(value as JsonObject));
    return [];
  } catch (error) {
    if (!(error instanceof StatusError)) throw error;
    return [`${where}, ${kind.kind} "${name}": ${error.message}`];
  }
}

/** Where an object belongs, or why that cannot be said. */
function placeOf(value: JsonValue): Place | string {
  if (!isObject(value)) return "it is no object";
  const kind = kindNamed(String(value.kind));
  if (kind === undefined)
    return `its kind ${canonicalJson(value.kind)} is none of ${kinds.map((known) => known.kind).join(", ")}`;
  const { name, namespace } = isObject(value.metadata) ? value.metadata : {};
  if (typeof name !== "string" || name === "")
    return `${kind.kind}: metadata.name is missing: a seed needs it to be made once only`;
  if (!kind.namespaced) return { kind, namespace: "", name };
  if (typeof namespace === "string" && namespace !== "") return { kind, namespace, name };
  return `${kind.kind} "${name}": metadata.namespace is missing: it is p-<name of the project>`;
}

function createCall(value: JsonObject): Call {
  return {
    method: "POST",
    query: new URLSearchParams({ fieldValidation: "Strict", fieldManager: seedManager }),
    headers: {},
    body: { text: canonicalJson(value), contentType: "application/json", refusal: undefined },
    caller: administrator,
    warnings: [],
  };
}

/** Who wrote what was there before the first request. */
export const seedManager = "embedded-platform";

/** Creates the projects that exist from the start; one that is there already is left alone. */
export function seedProjects(world: World, names: readonly string[]): void {
  for (const name of names) {
    if (world.store.entry(project.plural, name) !== undefined) continue;
    const draft = { apiVersion: world.apiVersion, kind: project.kind, metadata: { name }, spec: {} };
    createObject(world, project, "", draft, { manager: seedManager, dryRun: false, caller: administrator });
  }
}
