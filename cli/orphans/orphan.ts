import type { ApiObject } from "../../provider/api/client";
import { isObject } from "../../provider/api/input/apiObject";
import { Secrets } from "../../provider/api/output/secrets";
import { apiVersionOf, groupPath } from "../../provider/api/transport/urls";
import type { Session } from "../../provider/engine/session";
import { envName, typeToken } from "../../provider/identity.js";
import { kubectlDelete, pulumiImport, shellWord } from "../../provider/objects/messages/shellCommands";
import type { KnownObjects, StackName } from "./knownObjects";

/** An object that no given state holds; nothing here is secret. */
export interface Orphan {
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  /** Whose label it carries. */
  readonly project: string;
  readonly stack: string;
  /** RFC 3339. */
  readonly creationTimestamp: string | null;
  readonly deletionTimestamp: string | null;
  /** Who has written it, as managedFields tell. */
  readonly managers: readonly string[];
  /** Whom a key acts for. */
  readonly actsFor: string | null;
  readonly disabled: boolean;
  /** Takes it into the stack; null where the stack has dynamic resources only, which cannot be imported. */
  readonly importCommand: string | null;
  /** Deletes it, whatever stands under its name by then. */
  readonly deleteCommand: string;
  /** Deletes it only if it is still the very same object. */
  readonly deleteByUidCommand: string;
}

/** Where an object was found. */
interface Place {
  readonly session: Session;
  readonly stack: StackName;
  readonly known: KnownObjects;
  readonly type: string;
  readonly plural: string;
}

/**
 * An object as the report names it. Of its spec only what is picked here goes on: a list shows the values of keys. A server can write
 * what it was sent wherever it likes, so nothing of it shows our own key.
 */
export function orphanOf(place: Place, { metadata, spec: written }: ApiObject): Orphan {
  const concealer = new Secrets([place.session.config.accessKey]);
  const shown = (foreign: unknown) => concealer.mask(String(foreign));
  const shownTime = (time: string | null | undefined) => (time ? shown(time) : null);
  const spec = isObject(written) ? written : {};
  const [name, uid] = [shown(metadata.name), shown(metadata.uid)];
  return {
    kind: place.type,
    name,
    uid,
    ...place.stack,
    creationTimestamp: shownTime(metadata.creationTimestamp),
    deletionTimestamp: shownTime(metadata.deletionTimestamp),
    managers: [...new Set((metadata.managedFields ?? []).map(({ manager }) => shown(manager)))],
    actsFor: principalOf(spec, shown),
    disabled: spec.disabled === true,
    importCommand: importCommand(place, name),
    deleteCommand: kubectlDelete(place.plural, apiVersionOf(place.session.config.vendor), name),
    deleteByUidCommand: deleteByUidCommand(place, name, uid),
  };
}

const principals = ["user", "team", "subject"] as const;

/** Which fields of a spec the report tells of. */
export const reportedFields: readonly string[] = [...principals, "disabled"];

function principalOf(spec: Readonly<Record<string, unknown>>, shown: (foreign: unknown) => string): string | null {
  const set = principals.filter((key) => typeof spec[key] === "string" && spec[key]);
  return set.length > 0 ? set.map((key) => `${key} ${shown(spec[key])}`).join(", ") : null;
}

/** Another resource of the stack may have taken the place of the one that made it, so it gets a name of its own. */
function importCommand({ stack, known, type }: Place, name: string): string | null {
  if (known.isDynamic(stack)) return null;
  return pulumiImport(typeToken(type), known.resourceNameOf(stack, type, name) ?? name, name);
}

function deleteByUidCommand({ session, plural }: Place, name: string, uid: string): string {
  const { baseUrl, vendor } = session.config;
  const url = `${baseUrl}${groupPath(vendor)}/${plural}/${encodeURIComponent(name)}`;
  const body = JSON.stringify({ kind: "DeleteOptions", apiVersion: "v1", preconditions: { uid } });
  // Arguments are visible to every user of the machine, so the key goes through a pipe.
  const key = `printf 'Authorization: Bearer %s' "$${envName("accessKey")}"`;
  const headers = "-H @- -H 'Content-Type: application/json'";
  return `${key} | curl -sS --fail-with-body -X DELETE ${headers} -d ${shellWord(body)} ${shellWord(url)}`;
}
