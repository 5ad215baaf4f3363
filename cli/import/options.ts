import { type Context, kindResources, type Resource, resources } from "../../provider/cliFacade";
import { genericKinds, genericType } from "../listing";
import {
  jsonOption,
  type PlatformValues,
  type PrincipalValues,
  platformOptions,
  principalOptions,
  stackOptions,
} from "../options";
import { oneOf, option, repeated, UsageError } from "../program";

const types = resources.map(({ type }) => type);

/** The options of `import`. */
export const importOptions = [
  option("--all", "Take everything that the access key may list"),
  option("-l, --selector <selector>", "Take what has such labels, as in kubectl: team=web,env!=test,tier in (a,b)"),
  option("--name <pattern>", "Take what has such a name or id, * for anything; may be repeated", repeated()).default(
    [],
  ),
  option(
    "--kind <kind>",
    `Take only objects of this kind (all but PlatformObject): ${types.join(", ")}; may be repeated`,
    repeated(oneOf(types)),
  ).default([]),
  option(
    "--all-kinds",
    "Take also kinds without a resource of their own, such as clusters and apps, as PlatformObject",
  ),
  option("--managed", "Take also what Pulumi stacks have made, by the label that they put on it"),
  option("--out <file>", "The import file to write (import.json); - is stdout").default("import.json"),
  option("--force", "Overwrite a file that exists"),
  ...stackOptions,
  ...platformOptions,
  ...principalOptions("Look at the keys of this"),
  jsonOption("what was taken and left out"),
];

/** Values of `importOptions`. */
export interface ImportValues extends PlatformValues, PrincipalValues {
  readonly all?: boolean;
  readonly selector?: string;
  /** Patterns; empty for all. */
  readonly name: string[];
  /** Empty for all. */
  readonly kind: string[];
  /** Whether kinds without a resource of their own are selected, too. */
  readonly allKinds?: boolean;
  /** Whether objects of stacks are selected, too. */
  readonly managed?: boolean;
  readonly out: string;
  readonly force?: boolean;
  readonly json?: string;
}

/** The resources of the selected kinds. */
export async function selectedResources({ kind, allKinds }: ImportValues, context: Context): Promise<Resource[]> {
  const chosen = kindResources.filter(({ type }) => kind.length === 0 || kind.includes(type));
  return allKinds || kind.includes(genericType) ? [...chosen, ...(await genericKinds(context, "all"))] : chosen;
}

/** The kind of a resource's objects, as reports show it. */
export const kindOf = (resource: Resource): string =>
  (resource.plural === undefined ? undefined : resource.kind) ?? resource.type;

/** Refuses options that exclude each other. */
export function checkSelection({ all, selector, name }: ImportValues): void {
  const isNarrowed = selector !== undefined || name.length > 0;
  if (all && isNarrowed) throw new UsageError("--all cannot be combined with --selector or --name");
  if (!all && !isNarrowed) throw new UsageError("Say what to take: --all, --selector or --name");
}
