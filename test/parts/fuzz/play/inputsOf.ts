import type { Declared, Kind } from "./sequence";

/** Where a sequence takes place: all of its names begin with the prefix and a dash, and its virtual clusters are in a project of their own. */
export interface Place {
  prefix: string;
  project: string;
}

/** A place in a program, as resources and objects are named after it. */
export const rowOf = ({ prefix }: Place, letter: string): string => `${prefix}-${letter}`;

/** The path segment of each kind's objects. */
export const pluralOf: Record<Kind, string> = {
  SpaceTemplate: "spacetemplates",
  OwnedAccessKey: "ownedaccesskeys",
  VirtualClusterImport: "virtualclusterinstances",
};

/** The key value that a program supplies. */
export const suppliedKey = (place: Place, { letter, supplied }: Declared): string =>
  `supplied-key-${rowOf(place, letter)}-${supplied}-of-the-program`;

/** The name that the program itself gives an object; undefined where it leaves that to the provider. */
export function fixedName(place: Place, { letter, kind, isNamed, source }: Omit<Declared, "user">): string | undefined {
  if (kind === "VirtualClusterImport") return `${rowOf(place, letter)}-${source}`;
  return isNamed ? rowOf(place, letter) : undefined;
}

/** The inputs that a program declares; absent members are left out. */
export function inputsOf(place: Place, declared: Declared): Record<string, unknown> {
  return JSON.parse(JSON.stringify(makers[declared.kind](place, declared)));
}

const common = (place: Place, declared: Declared) => ({
  name: fixedName(place, declared),
  displayName: declared.displayName,
  description: declared.description,
  labels: declared.env === undefined ? undefined : { env: declared.env },
  conflictPolicy: declared.conflictPolicy,
});

const makers: Record<Kind, (place: Place, declared: Declared) => Record<string, unknown>> = {
  SpaceTemplate: common,
  OwnedAccessKey: (place, declared) => ({
    ...common(place, declared),
    user: declared.user,
    key: declared.supplied === undefined ? undefined : suppliedKey(place, declared),
    disabled: declared.disabled,
    rotationTriggers: declared.round === undefined ? undefined : { round: declared.round },
  }),
  VirtualClusterImport: (place, declared) => ({
    project: place.project,
    sourceVirtualCluster: {
      cluster: "c1",
      namespace: "vc",
      name: `source-${declared.source}`,
      importName: fixedName(place, declared),
    },
    deletionPolicy: declared.deletionPolicy,
  }),
};
