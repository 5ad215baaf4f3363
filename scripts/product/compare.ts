import { anything, type FieldTypes } from "./fieldTypes.js";

/** A kind of objects: its name, and what is known of it. */
export interface KindFacts {
  readonly kind: string;
  /** The fields of its spec. */
  readonly fields: FieldTypes;
  readonly plural?: string;
  readonly scope?: string;
  readonly verbs?: readonly string[];
}

/** The kinds of one part of this repository. */
export interface Part {
  readonly name: string;
  readonly kinds: readonly KindFacts[];
}

/** The differences of a kind, each a line, with the parts that differ. */
export type Differences = ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;

/**
 * Fields of the product that are deprecated. They have no property, and work through `extraSpec`.
 * The embedded platform may describe them.
 */
const deprecated = /(^|\.)(spaceTemplateRef|forwardToken|argoCD|allowedRunners)$/;

/** Kinds of the product, of those that can be managed, without fields in this repository. */
const undescribed = new Set(
  (
    "AppInstance ArgoCDApplication ArgoCDApplicationTemplate MachineConfigTemplate NetworkPeer NodeClaim " +
    "NodeEnvironment NodeProfile OSImage StackInstance StackTemplate Tenant"
  ).split(" "),
);

/** What differs between the product and the parts, by kind. */
export function compareKinds(product: readonly KindFacts[], parts: readonly Part[]): Differences {
  const found = new Map<string, Map<string, string[]>>();
  const note = (kind: string, line: string, part: string) => {
    const lines = found.get(kind) ?? new Map<string, string[]>();
    lines.set(line, [...(lines.get(line) ?? []), part]);
    found.set(kind, lines);
  };
  for (const { name, kinds } of parts) {
    for (const own of kinds) {
      const theirs = product.find(({ kind }) => kind === own.kind);
      const lines = theirs === undefined ? ["gone  the kind"] : differencesOf(theirs, own);
      for (const line of lines) note(own.kind, line, name);
    }
  }
  const known = new Set(parts.flatMap(({ kinds }) => kinds.map(({ kind }) => kind)));
  for (const { kind } of product) {
    if (!known.has(kind) && !undescribed.has(kind))
      note(kind, "new   the kind", parts.map(({ name }) => name).join(", "));
  }
  return found;
}

function differencesOf(theirs: KindFacts, own: KindFacts): string[] {
  const changed = (["plural", "scope"] as const).flatMap((fact) => {
    const isSame = own[fact] === undefined || own[fact] === theirs[fact];
    return isSame ? [] : [`type  ${fact}: ${theirs[fact]}, here ${own[fact]}`];
  });
  const { verbs = [] } = theirs;
  const ownVerbs = own.verbs ?? verbs;
  return [
    ...changed,
    ...verbs.filter((verb) => !ownVerbs.includes(verb)).map((verb) => `new   verb ${verb}`),
    ...ownVerbs.filter((verb) => !verbs.includes(verb)).map((verb) => `gone  verb ${verb}`),
    ...fieldDifferences(theirs.fields, own.fields),
  ];
}

/** The fields that are new, gone or of another type. Nothing is said of what is below them. */
function fieldDifferences(theirs: FieldTypes, own: FieldTypes): string[] {
  const lines = [...new Set([...theirs.keys(), ...own.keys()])].map(
    (path): [path: string, line: string] | undefined => {
      const product = theirs.get(path);
      const here = own.get(path);
      if (product === here || product === anything || here === anything) return undefined;
      if (here === undefined) return deprecated.test(path) ? undefined : [path, `new   ${path}: ${product}`];
      if (product === undefined) return [path, `gone  ${path}: ${here}`];
      return [path, `type  ${path}: ${product}, here ${here}`];
    },
  );
  const differing = lines.filter((line) => line !== undefined);
  const isOpen = (path: string) => theirs.get(path) === anything || own.get(path) === anything;
  const closed = (path: string) => above(path).some((each) => isOpen(each) || theirs.get(each) !== own.get(each));
  return differing.filter(([path]) => !closed(path)).map(([, line]) => line);
}

/** The paths of the fields that hold a field. */
function above(path: string): string[] {
  return [...path.matchAll(/\.|\[\]/g)].map(({ index }) => path.slice(0, index)).filter((each) => each !== path);
}
