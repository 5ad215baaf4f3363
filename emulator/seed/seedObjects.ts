import { administrator } from "../access/caller";
import type { Call } from "../call";
import type { Kind } from "../kinds/kind";
import { kindNamed, kinds } from "../kinds/kinds";
import { project } from "../kinds/project";
import { createInCollection } from "../operations/createObject";
import { StatusError } from "../statusError";
import { canonicalJson, isObject, type JsonObject, type JsonValue } from "../text/json";
import type { World } from "../world";
import { readSeed, type Seed } from "./readSeed";
import { SeedError } from "./seedError";
import { seedManager, seedProjects } from "./seedProjects";

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
