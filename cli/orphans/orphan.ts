import {
  groupPath,
  isRecord,
  isReplacedKey,
  keyExpiryOf,
  kubectlDelete,
  operationSecrets,
  parseUrn,
  pulumiImport,
  type Session,
  type StoredResource,
  shellWord,
} from "../../provider/cliFacade";
import { typeToken } from "../../provider/packageNames.js";
import { envName } from "../../provider/settingNames.js";
import type { FoundObject } from "../listing";
import type { StackPlatform } from "../platforms";
import type { StackName } from "./knownObjects";

/** An object that no given state holds, without secrets. */
export interface Orphan {
  readonly kind: string;
  /** Its id, such as `web/registry` for an object in a project. */
  readonly name: string;
  readonly uid: string;
  /** Address of its platform. */
  readonly platform: string;
  /** Stack of its owner label. */
  readonly project: string;
  readonly stack: string;
  /** RFC 3339. */
  readonly creationTimestamp: string | null;
  readonly deletionTimestamp: string | null;
  /** Field managers. */
  readonly managers: readonly string[];
  /** User, team or subject of a key. */
  readonly actsFor: string | null;
  readonly disabled: boolean;
  /** Whether a replacement set the end of this key (`replacedKey: expire`). */
  readonly replaced: boolean;
  /** The end of a key, RFC 3339. */
  readonly expiresAt: string | null;
  /** The last use of a key, RFC 3339. */
  readonly lastActivity: string | null;
  /** Null if the stack has only dynamic resources, which cannot be imported. */
  readonly importCommand: string | null;
  /** Deletes whatever object has the name by then. */
  readonly deleteCommand: string;
  /** Deletes only this object, by a precondition on its uid. */
  readonly deleteByUidCommand: string;
}

/** A kind that is searched on a platform. */
export interface SearchedKind {
  readonly session: Session;
  readonly platform: StackPlatform;
  readonly kind: StoredResource;
}

/** An object for the report. Only some fields of the spec are copied: it has the value of a key. */
export function orphanOf(where: SearchedKind, stack: StackName, { object, id }: FoundObject): Orphan {
  const { session, kind } = where;
  const { metadata } = object;
  const redactor = operationSecrets([session.config.accessKey]);
  const shown = (foreign: unknown) => redactor.mask(String(foreign));
  const shownTime = (time: string | null | undefined) => (time ? shown(time) : null);
  const [spec, status] = [object.spec, object.status].map((part) => (isRecord(part) ? part : {})) as [Part, Part];
  const name = shown(id);
  const place = {
    plural: kind.plural,
    name: shown(metadata.name),
    namespace: metadata.namespace && shown(metadata.namespace),
  };
  // Decisions depend on it, so only the report masks it.
  const uid = String(metadata.uid);
  return {
    kind: kind.type,
    name,
    uid,
    platform: session.config.baseUrl,
    ...stack,
    creationTimestamp: shownTime(metadata.creationTimestamp),
    deletionTimestamp: shownTime(metadata.deletionTimestamp),
    managers: [...new Set((metadata.managedFields ?? []).map(({ manager }) => shown(manager)))],
    actsFor: principalOf(spec, shown),
    disabled: spec.disabled === true,
    replaced: isReplacedKey(object),
    expiresAt: shownTime(keyExpiryOf({ ...object, spec, status })),
    lastActivity: shownTime(typeof status.lastActivity === "string" ? status.lastActivity : null),
    importCommand: importCommand(where, stack, name),
    deleteCommand: kubectlDelete(place, session.config),
    deleteByUidCommand: deleteByUidCommand(session, place, uid),
  };
}

type Part = Readonly<Record<string, unknown>>;

/** Whether a replacement left this key on purpose: it has an end. */
export const isKept = ({ replaced, expiresAt }: Orphan): boolean => replaced && expiresAt !== null;

const principals = ["user", "team", "subject"] as const;

/** Fields of a spec that the report shows. */
export const reportedFields: readonly string[] = [...principals, "disabled"];

function principalOf(spec: Part, shown: (foreign: unknown) => string): string | null {
  const set = principals.filter((key) => typeof spec[key] === "string" && spec[key]);
  return set.length > 0 ? set.map((key) => `${key} ${shown(spec[key])}`).join(", ") : null;
}

/** The resource that made the object may have another one by now, so the import uses a new name. */
function importCommand({ platform, kind: { type } }: SearchedKind, stack: StackName, id: string): string | null {
  const { known, providers } = platform;
  if (known.isDynamic(stack)) return null;
  const name = known.resourceNameOf(stack, type, id) ?? id;
  return pulumiImport(typeToken(type), name, id, providerOption(stack, providers));
}

/** `name=URN`, preferably of a provider of the stack. The name is for generated code. */
function providerOption({ project, stack }: StackName, urns: readonly string[]): string | undefined {
  const isOfStack = (owner: StackName) => owner.project === project && owner.stack === stack;
  const urn = urns.find((each) => isOfStack(parseUrn(each))) ?? urns[0];
  return urn && `${parseUrn(urn).name.replace(/^\d|\W/g, "_")}=${urn}`;
}

interface ShownPlace {
  readonly plural: string;
  readonly name: string;
  readonly namespace?: string | undefined;
}

function deleteByUidCommand({ config }: Session, { plural, name, namespace }: ShownPlace, uid: string): string {
  const path = [...(namespace ? ["namespaces", namespace] : []), plural, name];
  const url = `${config.baseUrl}${groupPath(config.vendor)}/${path.map(encodeURIComponent).join("/")}`;
  const body = JSON.stringify({ kind: "DeleteOptions", apiVersion: "v1", preconditions: { uid } });
  // Through a pipe, since other users see arguments.
  const key = `printf 'Authorization: Bearer %s' "$${envName("accessKey")}"`;
  const headers = "-H @- -H 'Content-Type: application/json'";
  return `${key} | curl -sS --fail-with-body -X DELETE ${headers} -d ${shellWord(body)} ${shellWord(url)}`;
}
