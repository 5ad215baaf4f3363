import { resources } from "../../provider/resources/index";
import type { Resource } from "../../provider/resources/resource";
import { type CommandOptions, type CommandValues, UsageError } from "../command";
import { connectionOptions } from "../connectionOptions";
import { textsValue, textValue } from "../values";

// No stack of our own is looked for.
const { "owner-id": _ownerId, ...platformOptions } = connectionOptions();

const types = resources.map(({ type }) => type);

/** The options of `import`, as parseArgs takes them. */
export const importOptions: CommandOptions = {
  all: { type: "boolean", help: "Take everything that the access key may list" },
  label: {
    type: "string",
    value: "selector",
    help: "Take what has such labels, in Kubernetes' words: team=web,env!=test",
  },
  name: {
    type: "string",
    multiple: true,
    value: "pattern",
    help: "Take what has such a name or id, * for anything; may be repeated",
  },
  kind: {
    type: "string",
    multiple: true,
    value: "kind",
    help: `Take only objects of this kind (all): ${types.join(", ")}; may be repeated`,
  },
  managed: { type: "boolean", help: "Take also what Pulumi stacks have made, by the label that they put on it" },
  out: { type: "string", value: "file", help: "The import file to write (import.json); - is stdout" },
  force: { type: "boolean", help: "Overwrite a file that exists" },
  ...platformOptions,
};

/** Which objects are wanted. */
export interface Selection {
  readonly resources: readonly Resource[];
  readonly labelSelector: string | undefined;
  /** Any name if there is none. */
  readonly names: readonly string[];
  /** Whether those that stacks have made are wanted, too. */
  readonly managed: boolean;
}

/** What a run of `import` was asked for. */
export interface ImportRequest {
  readonly selection: Selection;
  readonly out: string;
  readonly force: boolean;
}

/** Reads the options; throws a UsageError that says what is wrong with them. */
export function readImportOptions(values: CommandValues): ImportRequest {
  const out = textValue(values, "out") ?? "import.json";
  return { selection: selectionIn(values), out, force: values.force === true };
}

function selectionIn(values: CommandValues): Selection {
  const [labelSelector, names] = [textValue(values, "label"), textsValue(values, "name")];
  if (labelSelector?.trim() === "") throw new UsageError("--label must not be empty");
  const isNarrowed = labelSelector !== undefined || names.length > 0;
  if (values.all === true && isNarrowed) throw new UsageError("--all cannot be combined with --label or --name");
  if (values.all !== true && !isNarrowed) throw new UsageError("Say what to take: --all, --label or --name");
  return { resources: resourcesIn(values), labelSelector, names, managed: values.managed === true };
}

function resourcesIn(values: CommandValues): Resource[] {
  const kinds = textsValue(values, "kind");
  const wrong = kinds.find((kind) => !types.includes(kind));
  if (wrong !== undefined) throw new UsageError(`--kind must be one of ${types.join(", ")}, not "${wrong}"`);
  return resources.filter(({ type }) => kinds.length === 0 || kinds.includes(type));
}
