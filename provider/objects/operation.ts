import type { ApiClient, ApiObject, Call } from "../api/client.js";
import type { BulkReader } from "../api/lists/bulkReader.js";
import type { Discovery, PlatformIdentity, PlatformIds } from "../api/platformIdentity.js";
import type { Config } from "../config/config.js";
import type { Path, Properties, unknown } from "./values.js";

/** The platform, settings, limits and outputs for messages that every request needs. */
export interface Context {
  readonly client: ApiClient;
  readonly config: Config;
  /** The resource's stack, type and name, for ownership labels and messages. */
  readonly owner: Owner;
  /** Paths of secret inputs and outputs; messages mask their values. */
  readonly secretPaths: readonly Path[];
  /** Deadline, cancellation, secrets to mask and warnings, passed to every request. */
  readonly call: Call;
  /** Answers reads from a list; absent if each object needs its own GET. */
  readonly bulkReader?: BulkReader | undefined;
  readonly discovery: Discovery;
  readonly identity: PlatformIdentity;
  /** The resource as its state has it; absent from a lookup. */
  readonly recorded?: Recorded;
  warn(message: string): void;
  /** Shows a message that needs no reaction. */
  inform(message: string): void;
  /** Shows a warning unless it was shown before, for any resource. */
  warnOnce(message: string): void;
  /** Shows the progress of a wait. */
  status(message: string): void;
}

/** A create, read, update or delete of one resource: one value from the adapter to the request. */
export interface OperationOn<Type> extends Context {
  readonly resource: Type;
  readonly id: string;
  readonly place: Place;
  /** The declared inputs of a create or an update; empty in a read or a delete. */
  readonly inputs: Properties;
  /** The values in the state. A create has empty inputs and an empty state. */
  readonly recorded: Recorded;
  /** Property paths of the ignoreChanges option. */
  readonly ignored: readonly Path[];
  /** Whether the platform has bytes where the specification has text. */
  readonly encodesBytes?: boolean;
  /** Inputs of the new resource if this deletes a replaced one and the protocol shows them. */
  readonly replacedBy?: Properties | undefined;
  /** The resource that this create replaces, if its type has `recordsReplaced` and Diff has run. */
  readonly replaces?: Replaced | undefined;
  /** Tells which resource of the program has an object of this type, as far as this run knows. */
  readonly managerOf?: ManagerOf | undefined;
  /** Whether `managerOf` knows every resource of the program. */
  readonly isProgramKnown?: boolean | undefined;
  /** The object of an import, if the caller has read it. */
  readonly live?: ApiObject | undefined;
  /** Whether Pulumi writes the inputs of a read into a program. It does not after a `get`. */
  readonly isForProgram?: boolean | undefined;
}

/** A resource that a new one replaces. */
export type Replaced = Pick<Stored, "id" | "state">;

/** Where an object is. */
export interface Place {
  readonly name: string;
  /** Absent if the object belongs to no namespace. */
  readonly namespace?: string;
  /** Path of the collection, such as `["namespaces", "p-web", "projectsecrets"]`. */
  readonly collection: readonly string[];
  /** The input `project` or `namespace`; empty if the object belongs to no namespace. */
  readonly inputs: Properties;
  /** Outputs that follow from the place. */
  readonly outputs: Properties;
}

/** The name of the resource of the program that has the object of this name, if any. */
type ManagerOf = (name: string) => string | undefined;

/** The resource in the program that an operation is for. */
export interface Owner {
  readonly project: string;
  readonly stack: string;
  /** Type token for `pulumi import`; empty if the resource cannot be imported. */
  readonly type: string;
  /** Name of the resource in the program; empty if the engine does not send it. */
  readonly name: string;
}

/** Sources of an object's name if the program sets none. */
export interface Naming {
  readonly resourceName: string;
  /** A random suffix derived from the seed; unknown in a preview without a seed. */
  readonly suffix: string | typeof unknown;
  /** Name from the engine's autonaming settings; `disabled` forbids autonaming. */
  readonly proposal?: { readonly name: string; readonly enforced: boolean } | "disabled";
}

/** The platform of a resource, as its state names it. */
export interface RecordedPlatform extends PlatformIds {
  /** The `baseUrl` of the create or the last read. Another platform may have this address now. */
  readonly address?: string | undefined;
}

/** A recorded resource: the declared inputs and the server's values. */
export interface Recorded {
  readonly inputs: Properties;
  readonly state: Properties;
  /** Nonce of a create that ended in an init failure, so that the next update can resume it. */
  readonly nonce?: string | undefined;
  readonly platform?: RecordedPlatform | undefined;
  /** An import of an object of another stack, whose owner label stays. */
  readonly isShared?: boolean | undefined;
  /**
   * Set if each declared field in the state equals that of the object, so that an update needs no
   * read while nobody else writes: the object's owner label, or empty if it has none.
   */
  readonly exactLabel?: string | undefined;
}

/** Whether a read is an import or a `get`: no inputs are recorded. */
export const isImport = ({ inputs }: Recorded): boolean => Object.keys(inputs).length === 0;

/** Whether the resource has no state yet. */
export const isFirstRead = ({ state }: Recorded): boolean => Object.keys(state).length === 0;

/** A resource after a read or a create. */
export interface Stored extends Recorded {
  readonly id: string;
  /** The platform hides the object, so the read returned the recorded values. */
  readonly isUnverified?: boolean | undefined;
  /** The create adopted an existing object. */
  readonly isAdopted?: boolean | undefined;
}

/** A problem of the inputs: the property's path, and the reason with its remedy. */
export interface Problem {
  readonly property: string;
  readonly reason: string;
  /** Replaces `reason` for a secret value, which `reason` may quote. */
  readonly secretReason?: string;
}

/** One page of a list of resources. */
export interface Listing {
  readonly items: readonly Listed[];
  /** Continue token of the next page; empty on the last page. */
  readonly token: string;
}

/** A listed resource: its import id and its properties without secrets. */
export interface Listed {
  readonly id: string;
  readonly properties: Properties;
  /** Whether the object has the owner label of a stack. */
  readonly isManaged?: boolean;
}

/** A request for one page: `filter` narrows the list, `limit` is the maximum page size. */
export interface PageRequest {
  readonly filter: Properties;
  readonly limit?: number | undefined;
  readonly token?: string | undefined;
  /** Requests metadata only, if ids are enough. */
  readonly idsOnly?: boolean;
}
