import { resources } from "../../provider/resources/registry";
import type { Resource } from "../../provider/resources/resource";
import { jsonOption, type PlatformValues, platformOptions, stackOptions } from "../options";
import { oneOf, option, repeated, UsageError } from "../program";

const types = resources.map(({ type }) => type);

/** The options of `import`. */
export const importOptions = [
  option("--all", "Take everything that the access key may list"),
  option("-l, --selector <selector>", "Take what has such labels, as in kubectl: team=web,env!=test,tier in (a,b)"),
  option("--name <pattern>", "Take what has such a name or id, * for anything; may be repeated", repeated()),
  option(
    "--kind <kind>",
    `Take only objects of this kind (all): ${types.join(", ")}; may be repeated`,
    repeated(oneOf(types)),
  ),
  option("--managed", "Take also what Pulumi stacks have made, by the label that they put on it"),
  option("--out <file>", "The import file to write (import.json); - is stdout"),
  option("--force", "Overwrite a file that exists"),
  ...stackOptions,
  ...platformOptions,
  jsonOption("what was taken and left out"),
];

/** Values of `importOptions`. */
export interface ImportValues extends PlatformValues {
  readonly all?: boolean;
  readonly selector?: string;
  readonly name?: string[];
  readonly kind?: string[];
  readonly managed?: boolean;
  readonly out?: string;
  readonly force?: boolean;
  readonly json?: string;
}

/** Selected objects. */
export interface Selection {
  readonly resources: readonly Resource[];
  readonly labelSelector: string | undefined;
  /** Patterns; empty for all. */
  readonly names: readonly string[];
  /** Whether objects of stacks are selected, too. */
  readonly managed: boolean;
}

/** A run of `import`. */
export interface ImportRequest {
  readonly selection: Selection;
  readonly out: string;
  readonly force: boolean;
}

/** Applies the defaults; throws a UsageError for options that exclude each other. */
export function importRequest({
  all,
  selector,
  name: names = [],
  kind: kinds,
  ...values
}: ImportValues): ImportRequest {
  const isNarrowed = selector !== undefined || names.length > 0;
  if (all && isNarrowed) throw new UsageError("--all cannot be combined with --selector or --name");
  if (!all && !isNarrowed) throw new UsageError("Say what to take: --all, --selector or --name");
  const wanted = resources.filter(({ type }) => kinds === undefined || kinds.includes(type));
  const selection = { resources: wanted, labelSelector: selector, names, managed: values.managed === true };
  return { selection, out: values.out ?? "import.json", force: values.force === true };
}
