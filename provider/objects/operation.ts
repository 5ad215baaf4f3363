import type * as z from "zod";
import type { ApiClient, Call } from "../api/client.js";
import type { DryRunProbe } from "../api/dryRunProbe.js";
import type { BulkReader } from "../api/lists/bulkReader.js";
import type { PlatformIdentity } from "../api/platformIdentity.js";
import type { Config } from "../config/config.js";
import type { Path, Properties, unknown } from "./values.js";

/** What one operation on one resource may use: the platform, its limits, and whom to tell. */
export interface OperationContext {
  readonly client: ApiClient;
  readonly config: Config;
  /** Whose resource this is: the stack, and the words for messages. */
  readonly owner: Owner;
  /** Where values stand, among inputs and state, that no message may show. */
  readonly secretPaths: readonly Path[];
  /** Inputs that the program asks to leave as they are on the platform (the ignoreChanges option). */
  readonly ignored: readonly Path[];
  /** What the program declares of this resource in this run, as far as the protocol tells: a delete then ends a replacement. */
  readonly replacedBy?: Properties | undefined;
  /** Name of a resource of the program that has the object in this run: a delete then keeps the object. */
  readonly managedBy?: string | undefined;
  /** Deadline, cancellation, values to mask, and where warnings go; passed to every request. */
  readonly call: Call;
  /** Reads many objects at once; absent where each is to be read by itself. */
  readonly bulkReader?: BulkReader | undefined;
  /** Whether the platform reads dryRun. */
  readonly dryRunProbe: DryRunProbe;
  /** Which platform this is. */
  readonly identity: PlatformIdentity;
  /** Which platform the resource was made on, as far as its state knows. */
  readonly recordedPlatform?: string | undefined;
  /** When it was imported, the object had the owner label of another stack. */
  readonly isShared?: boolean | undefined;
  /** Tells the user something that needs attention. */
  warn(message: string): void;
  /** The same, and nothing when the user was told it before, for whichever resource. */
  warnOnce(message: string): void;
  /** Tells the user what is being waited for. */
  status(message: string): void;
}

/** The resource in the program that an operation is for. */
export interface Owner {
  readonly project: string;
  readonly stack: string;
  /** Type token for `pulumi import`, such as `vcluster-platform:index:SpaceTemplate`; empty where importing is not possible. */
  readonly type: string;
  /** Name of the resource in the program; empty where the engine does not tell it. */
  readonly name: string;
}

/** How a name is chosen for an object whose program names none. */
export interface Naming {
  /** Name of the resource in the program. */
  readonly resourceName: string;
  /** A random suffix, the same for the same seed; unknown in a preview that has none. */
  readonly suffix: string | typeof unknown;
  /** What the engine's autonaming settings propose or demand; `disabled` forbids made-up names. */
  readonly proposal?: { readonly name: string; readonly enforced: boolean } | "disabled";
}

/** What is known of a resource: what the program declared and what the server answered. */
export interface Recorded {
  readonly inputs: Properties;
  readonly state: Properties;
  /** What a create whose end nobody saw stamped on its object. */
  readonly nonce?: string | undefined;
  /** The token by which a delete knows an object that was not created but taken over: the object has the same. */
  readonly ownershipToken?: string | undefined;
  /** Which platform it is on; absent where the platform did not show it. */
  readonly platform?: string | undefined;
  /** The object had the owner label of another stack when it was imported. */
  readonly isShared?: boolean | undefined;
}

/** Whether a read is an import, or one for `get`: the program declares nothing. */
export const isImport = ({ inputs }: Recorded): boolean => Object.keys(inputs).length === 0;

/** Whether the state has nothing of the resource yet. */
export const isFirstRead = ({ state }: Recorded): boolean => Object.keys(state).length === 0;

/** A resource after a read or a create. */
export interface Stored extends Recorded {
  readonly id: string;
  /** Whether the platform does not show it, so that a read only gave back what was recorded. */
  readonly isUnseen?: boolean | undefined;
  /** Whether a create took what was there already. */
  readonly isAdopted?: boolean | undefined;
}

/** One thing wrong with the inputs: the property's path and what to do about it. */
export interface Problem {
  readonly property: string;
  readonly reason: string;
  /** The reason where the value is secret, if the other one may quote it. */
  readonly secretReason?: string;
}

/** What a resource can do on the platform. Inputs and state are plain properties, secrets included. */
export interface Lifecycle {
  /** The id that a resource with these inputs has, where it is known before the create. */
  id(inputs: Properties): string;
  /** Fixes in Check what must never change afterwards, such as a made-up name. */
  complete?(inputs: Properties, previous: Properties | undefined, naming: Naming): Properties;
  create(context: OperationContext, inputs: Properties): Promise<Stored>;
  /** The resource as it is now, or undefined when it is gone. Without recorded inputs it is an import. */
  read(context: OperationContext, id: string, recorded: Recorded): Promise<Stored | undefined>;
  /** Absent where every change replaces. */
  update?(context: OperationContext, id: string, recorded: Recorded, inputs: Properties): Promise<Stored>;
  delete(context: OperationContext, id: string, recorded: Recorded): Promise<void>;
  /** Where its object holds what a program sets at a path, for whoever asks who wrote it; several where it may be in each. */
  objectPaths(config: Config, path: Path): readonly Path[];
  /** Fails in a preview as the create would, and writes nothing. Absent where the platform cannot be asked without a write. */
  dryRunCreate?(context: OperationContext, inputs: Properties): Promise<void>;
  /** The same for an update. */
  dryRunUpdate?(context: OperationContext, id: string, recorded: Recorded, inputs: Properties): Promise<void>;
}

/** One page of what there is of a resource. */
export interface Listing {
  readonly items: readonly Listed[];
  /** Leads to the next page; empty at the end. */
  readonly token: string;
}

/** One of these: an id that can be imported, and what the platform shows of it, secrets left out. */
export interface Listed {
  readonly id: string;
  readonly properties: Properties;
}

/** Which page of a list: `filter` narrows the list, `limit` is the most that the page may hold. */
export interface PageRequest {
  readonly filter: Properties;
  readonly limit?: number | undefined;
  readonly token?: string | undefined;
  /** Whether ids are enough, so that nothing else of the objects has to travel. */
  readonly idsOnly?: boolean;
}

/** What can be looked up without declaring it. */
export interface Lookups {
  /** What narrows a list. */
  readonly filter: z.ZodObject;
  /** What the platform shows of an object, secrets left out; undefined when it is not there. */
  lookUp(context: OperationContext, id: string): Promise<Properties | undefined>;
  /** A page of what there is, also what other stacks and people made. */
  list(context: OperationContext, page: PageRequest): Promise<Listing>;
  /** All of them, however many pages that takes; none is given twice. */
  all(context: OperationContext, filter: Properties, pageSize?: number): AsyncIterable<Listed>;
}

/** The server accepted the create, but something after it failed: state is kept, and the next `pulumi up` goes on. */
export class InitializationError<Kept extends Stored = Stored> extends Error {
  constructor(
    readonly stored: Kept,
    readonly reasons: readonly string[],
    options?: ErrorOptions,
  ) {
    super(reasons.join("; "), options);
    this.name = "InitializationError";
  }
}

/** An operation that cannot go on, in words for the user. */
export class ResourceError extends Error {
  override readonly name = "ResourceError";
}

/** Whether a text is not in the set yet; it is from then on. */
export function isFirst(shown: Set<string>, text: string): boolean {
  if (shown.has(text)) return false;
  shown.add(text);
  return true;
}
