import { readFileSync } from "node:fs";
import type { KindFacts } from "./compare.js";
import { fieldTypes, type Schema } from "./fieldTypes.js";

/** Why a document cannot be compared. */
export class DocumentError extends Error {}

/** The paths of a group, relative to it, with their methods; and the collections with a watch. */
interface Paths {
  readonly methods: Readonly<Record<string, readonly string[]>>;
  readonly watched: ReadonlySet<string>;
}

/** A `swagger.json` of a release. */
interface Swagger {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly definitions: Readonly<Record<string, Schema>>;
}

/** The short form of it: types and verbs, without texts. */
interface ShortForm {
  readonly paths: Readonly<Record<string, readonly string[]>>;
  readonly watch: readonly string[];
  readonly kinds: Readonly<Record<string, { readonly plural: string; readonly spec: Schema }>>;
}

const group = "/apis/management.loft.sh/v1/";
const needed = ["get", "create", "patch", "delete"];

/** Reads an OpenAPI document of the product: the kinds that can be managed. */
export function readProductDocument(file: string): KindFacts[] {
  const document = parse(file);
  if ("kinds" in document) return fromShortForm(document as unknown as ShortForm);
  if ("definitions" in document && "paths" in document) {
    const kinds = fromSwagger(document as unknown as Swagger);
    if (kinds.length > 0) return kinds;
  }
  throw new DocumentError(
    `${file} is no OpenAPI document of the product: it has no kinds of management.loft.sh/v1. ` +
      "Use api/openapi-spec/swagger.json of a release of loft-sh/loft.",
  );
}

function parse(file: string): object {
  try {
    const value: unknown = JSON.parse(readFileSync(file, "utf8"));
    return typeof value === "object" && value !== null ? value : {};
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new DocumentError(`${file} cannot be read as JSON: ${reason}. Name a swagger.json of a release.`);
  }
}

function fromShortForm({ paths, watch, kinds }: ShortForm): KindFacts[] {
  const all = { methods: paths, watched: new Set(watch) };
  return Object.entries(kinds).map(([kind, { plural, spec }]) => factsOf({ kind, plural }, all, fieldTypes(spec)));
}

function fromSwagger({ paths, definitions }: Swagger): KindFacts[] {
  const own = Object.entries(paths).filter(([path]) => path.startsWith(group));
  const relative = own.map(([path, methods]): [string, string[]] => [path.slice(group.length), Object.keys(methods)]);
  const watches = relative.filter(([path]) => path.startsWith("watch/")).map(([path]) => path.replace("watch/", ""));
  const all = { methods: Object.fromEntries(relative), watched: new Set(watches) };
  return own.flatMap(([path, methods]) => {
    const [, plural] = /^(?:namespaces\/\{namespace\}\/)?([a-z]+)\/\{name\}$/.exec(path.slice(group.length)) ?? [];
    const kind = kindOf(methods.get);
    if (plural === undefined || kind === undefined) return [];
    const named = Object.entries(definitions).find(([name]) => name.endsWith(`.management.v1.${kind}`))?.[1];
    const spec = (named?.properties as Record<string, Schema> | undefined)?.spec ?? {};
    const facts = factsOf({ kind, plural }, all, fieldTypes(spec, definitions));
    return needed.every((verb) => facts.verbs?.includes(verb)) ? [facts] : [];
  });
}

function kindOf(operation: unknown): string | undefined {
  const { "x-kubernetes-group-version-kind": type } = (operation ?? {}) as {
    "x-kubernetes-group-version-kind"?: { kind: string };
  };
  return type?.kind;
}

const objectVerbs: Record<string, string> = { get: "get", put: "update", patch: "patch", delete: "delete" };
const collectionVerbs: Record<string, string> = { get: "list", post: "create", delete: "deletecollection" };

function factsOf(
  { kind, plural }: { kind: string; plural: string },
  { methods, watched }: Paths,
  fields: KindFacts["fields"],
): KindFacts {
  const within = `namespaces/{namespace}/${plural}`;
  const isNamespaced = methods[`${within}/{name}`] !== undefined;
  const collection = isNamespaced ? within : plural;
  const verbsAt = (path: string, verbs: Record<string, string>) =>
    (methods[path] ?? []).flatMap((method) => verbs[method] ?? []);
  const verbs = [
    ...verbsAt(collection, collectionVerbs),
    ...verbsAt(`${collection}/{name}`, objectVerbs),
    ...(watched.has(collection) ? ["watch"] : []),
  ];
  return { kind, plural, scope: isNamespaced ? "Namespaced" : "Cluster", verbs: verbs.sort(), fields };
}
