import { readFileSync } from "node:fs";
import type { Kind } from "../kinds/kind";
import { project } from "../kinds/project";
import { readBody } from "../objects/body";
import type { Entry } from "../store/store";
import { fileProblem } from "../text/fileProblem";
import { canonicalJson, isObject, type JsonObject, type JsonValue, UnreadableError } from "../text/json";
import type { World } from "../world";
import { clusterKind, defaultCluster, seedCluster, seedObject } from "./clusterSeed";
import { demoObjects } from "./demo";

/** What a platform starts with besides projects. */
interface SeedOptions {
  seedFile?: string;
  demo?: boolean;
}

/** An object to create, and its place in the file, like `document 2, item 1`. */
interface Seed {
  where: string;
  value: JsonValue;
}

// With the end of its line, so that lines are counted from the first of the document.
const separator = /^---(?:[ \t]*\r?\n|(?=\s|$))/m;

/**
 * Creates the projects of these names and the objects of the demo and a seed file, as a strict
 * create does. Objects that exist are left alone. A wrong seed file is an error with every problem,
 * and the store must not be used then.
 */
export function seedObjects(world: World, projects: readonly string[], { seedFile, demo }: SeedOptions): void {
  const existing = new Set([...world.store.all()].map(({ entry }) => entry));
  const { apiVersion } = world;
  const examples = demo ? demoObjects.map((value) => ({ where: "demo", value: { apiVersion, ...value } })) : [];
  const seeds = [...examples, ...(seedFile === undefined ? [] : readSeed(seedFile))];
  const nameIn = ({ value }: Seed) =>
    isObject(value) && value.kind === project.kind && isObject(value.metadata) ? value.metadata.name : undefined;
  const names = [...new Set(projects)].filter((name) => !seeds.some((seed) => nameIn(seed) === name));
  const bare = names.map((name) => {
    return { where: "project", value: { apiVersion, kind: project.kind, metadata: { name } } };
  });
  // Instances need their projects.
  const isProject = (seed: Seed) => nameIn(seed) !== undefined;
  const inOrder = [...seeds.filter(isProject), ...bare, ...seeds.filter((seed) => !isProject(seed))];
  const problems = inOrder.flatMap((seed) => problemsOf(world, seed, existing));
  if (problems.length > 0) throw seedError(seedFile ?? "", problems);
}

/** Adds what there is without a seed file. */
export function seedDefaults(world: World): void {
  if (world.api === 4) seedCluster(world, defaultCluster);
}

function readSeed(file: string): Seed[] {
  const seeds: Seed[] = [];
  const problems: string[] = [];
  let count = 1;
  for (const text of readText(file).split(separator)) {
    const where = `document ${count}`;
    const { value, warnings } = readDocument(text);
    problems.push(...warnings.map((warning) => `${where}: ${warning}`));
    // A document of comments is not counted.
    if (value === null) continue;
    count++;
    const items = isObject(value) && String(value.kind).endsWith("List") ? value.items : undefined;
    if (!Array.isArray(items)) seeds.push({ where, value });
    else seeds.push(...items.map((item, i) => ({ where: `${where}, item ${i + 1}`, value: item })));
  }
  if (problems.length > 0) throw seedError(file, problems);
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
    return readBody({ text, contentType: "application/yaml" });
  } catch (error) {
    if (error instanceof UnreadableError) return { value: {}, warnings: [error.message] };
    throw error;
  }
}

function seedError(file: string, problems: readonly string[]): Error {
  const list = problems.length === 1 ? ` ${problems[0]}` : problems.map((problem) => `\n  ${problem}`).join("");
  return new Error(`cannot start with the seed file ${file}:${list}`);
}

/** Creates an object unless it exists, and returns its problems. */
function problemsOf(world: World, { where, value }: Seed, existing: ReadonlySet<Entry>): string[] {
  if (world.api === 4 && isObject(value) && value.kind === clusterKind) {
    return seedCluster(world, value).map((problem) => `${where}, ${clusterKind}: ${problem}`);
  }
  const target = targetOf(world, value);
  if (typeof target === "string") return [`${where}: ${target}`];
  const { kind, namespace, name } = target;
  const found = world.store.entry(kind.plural, name, namespace);
  if (found !== undefined && existing.has(found)) return [];
  return seedObject(world, kind, namespace, value as JsonObject).map(
    (problem) => `${where}, ${kind.kind} "${name}": ${problem}`,
  );
}

/** Where an object belongs, or why that cannot be said. */
function targetOf({ kinds }: World, value: JsonValue): { kind: Kind; namespace: string; name: string } | string {
  if (!isObject(value)) return "it is no object";
  const kind = kinds.find((one) => one.kind === value.kind);
  const known = kinds.map((one) => one.kind).join(", ");
  if (kind === undefined) return `its kind ${canonicalJson(value.kind)} is none of ${known}`;
  const { name, namespace } = isObject(value.metadata) ? value.metadata : {};
  if (typeof name !== "string" || name === "") return `${kind.kind}: metadata.name is missing`;
  if (!kind.namespaced) return { kind, namespace: "", name };
  if (typeof namespace === "string" && namespace !== "") return { kind, namespace, name };
  return `${kind.kind} "${name}": metadata.namespace is missing: it is p-<name of the project>`;
}
