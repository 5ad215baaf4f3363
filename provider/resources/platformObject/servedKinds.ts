import { quoted } from "../../api/output/redaction.js";
import type { ServedResource } from "../../api/platformIdentity.js";
import { messageOf } from "../../objects/messages/messages.js";
import type { Context } from "../../objects/operation.js";
import { ResourceError } from "../../objects/resourceError.js";

type Platform = Pick<Context, "discovery" | "call">;

const neededVerbs = ["get", "create", "patch", "delete"];

/** The form of the name of a kind. */
export const kindForm = /^[A-Z][A-Za-z0-9]*$/;

/** Maximum number of kinds in a message. */
const maxListedKinds = 100;

/** A kind whose objects the provider can manage. */
export interface ServedKind {
  readonly kind: string;
  /** Path segment of the collection, such as `clusters`. */
  readonly plural: string;
  readonly isNamespaced: boolean;
  readonly isListed: boolean;
}

/** The kinds with the verbs that the provider needs. The session caches them. */
export async function servedKinds(platform: Platform): Promise<ServedKind[]> {
  return (await discoveredKinds(platform)).filter((each) => missingVerbs(each).length === 0).map(toKind);
}

/** The kind of this name. Throws if the platform does not serve it with the needed verbs. */
export async function servedKind(platform: Platform, kind: string): Promise<ServedKind> {
  const kinds = await discoveredKinds(platform);
  const served = kinds.find((each) => each.kind === kind);
  if (!served) throw new ResourceError(noSuchKind(kind, kinds));
  const missing = missingVerbs(served);
  if (missing.length === 0) return toKind(served);
  throw new ResourceError(
    `Objects of the kind ${quoted(kind)} cannot be managed: the platform does not offer ${missing.join(", ")} for them.`,
  );
}

const toKind = ({ name, kind = "", namespaced = false, verbs = [] }: ServedResource): ServedKind => ({
  kind,
  plural: name,
  isNamespaced: namespaced,
  isListed: verbs.includes("list"),
});

const missingVerbs = ({ verbs = [] }: ServedResource): string[] => neededVerbs.filter((verb) => !verbs.includes(verb));

async function discoveredKinds({ discovery, call }: Platform): Promise<readonly ServedResource[]> {
  const served = await discovery.resources(call);
  if (!(served instanceof Error)) return served.filter(({ kind = "" }) => kindForm.test(kind));
  throw new ResourceError(
    `PlatformObject needs the list of kinds, which the platform does not show: ${messageOf(served)}`,
    {
      cause: served,
    },
  );
}

function noSuchKind(kind: string, kinds: readonly ServedResource[]): string {
  const usable = kinds.filter((each) => missingVerbs(each).length === 0);
  const names = usable.map((each) => each.kind).slice(0, maxListedKinds);
  const more = usable.length > maxListedKinds ? ` and ${usable.length - maxListedKinds} more` : "";
  return `The platform has no kind ${quoted(kind)}. It has: ${names.join(", ")}${more}.`;
}
