import type * as z from "zod";
import type { ApiObject } from "../api/client.js";
import type { Config } from "../config/config.js";
import type { Context, Listing, OperationOn, PageRequest, Problem, Recorded, Stored } from "./operation.js";
import type { Placed } from "./place.js";
import type { Principal } from "./principals.js";
import type { Path, Properties } from "./values.js";

/** A nested field whose name on the wire differs from the property. */
export interface WireName {
  /** Key of the parent object. */
  readonly inside: string;
  readonly property: string;
  readonly wire: string;
}

/**
 * Who knows an object's secret if the create response was lost. "known": the platform shows it, or
 * the program sets it. "in use": another client has used it. "lost": nobody.
 */
export type SecretStatus = "known" | "lost" | "in use";

/** The state of an object after a write. A failed one may recover. */
export type Readiness = "working" | "ready" | "failed";

/** The fields of a resource whose objects the platform stores by name, and their wire form. */
export interface StoredType extends Placed {
  /** Kind of the objects; the default is the type. */
  readonly kind?: string;
  readonly inputs: z.ZodObject;
  /** Spec fields with another name than their property. Memoized: the list is a cache key. */
  wireNames?(config: Config): readonly WireName[];
  /** Converts the resource's own fields to the stored spec; the default is the identity. */
  toSpec?(fields: Properties): Properties;
  /** Converts a stored spec to the resource's own fields; the default is the identity. */
  fromSpec?(spec: Properties, declared: Properties): Properties;
  /** The computed outputs, from the object or, if hidden there, the previous state. */
  computed?(object: ApiObject, before: Properties): Properties;
  /** What each phase of a status means, if creates and updates wait until the object is ready. */
  readonly phases?: Readonly<Record<string, Readiness>>;
  /** Who knows the secret of this object after a lost create response; the default is "known". */
  secretStatus?(object: ApiObject, inputs: Properties): SecretStatus;
  /** Paths of restrictions that are wider in the stored object than in the sent one. */
  lostRestrictions?(sent: ApiObject, stored: ApiObject): readonly Path[];
  /**
   * A change by others to fields of this type that no declared field shows. `declaredBefore` has
   * the inputs before an update that has just written; absent after a read.
   */
  externalChange?(object: ApiObject, recorded: Recorded, declaredBefore?: Properties): string | undefined;
  /** All objects that act for a user or team. For types that some platforms do not list. */
  ofPrincipal?(context: Context, principal: Principal): Promise<readonly ApiObject[]>;
}

/** A replacement that is due by the clock, and the path that shows it in a diff. */
export interface DueReplacement {
  readonly path: Path;
  /** Why, as a sentence. */
  readonly reason: string;
}

/** A change that a preview plans. Its inputs may contain unknowns. */
export interface PlannedChange {
  readonly recorded: Stored;
  readonly inputs: Properties;
  readonly isReplaced: boolean;
}

/** The documentation of `pulumi import` for a resource. */
interface ImportDocs {
  /** The form of the id, and notes about the import. */
  readonly description: string;
  /** An example of the resource's name in a program. */
  readonly name: string;
  /** The id of the example. */
  readonly id: string;
}

/** The documentation, fields and rules of every resource. */
interface ResourceBase {
  readonly type: string;
  readonly description: string;
  /** Whether only vCluster Platform 4 has the kind; the specification does not. */
  readonly productOnly?: true;
  /** Whether the platform made the object by itself, so that `import --all` leaves it out. */
  isBuiltIn?(object: Pick<ApiObject, "metadata">): boolean;
  /** Whether an object of this kind belongs to another resource type. Searches leave it out. */
  isOfAnotherType?(object: ApiObject): boolean;
  /** Key of an object that two resource types can manage: `virtualclusterinstances web/dev`. */
  sharedObjectKey?(inputs: Properties): string;
  /** The loss that a replacement causes, as a sentence for its preview. */
  readonly destroys?: string;
  readonly imports: ImportDocs;
  readonly inputs: z.ZodObject;
  /** Fields that the server adds. */
  readonly outputs: z.ZodObject;
  /** Rules across fields. Inputs may contain unknowns. Invalid but unchanged values may pass. */
  check?(inputs: Properties, previous: Properties): Problem[];
  /** Warnings about valid inputs. Inputs may contain unknowns. */
  inputWarnings?(inputs: Properties, previous: Properties): Problem[];
  /** A replacement that is due regardless of the program. Sends no request. */
  dueReplacement?(recorded: Recorded, inputs: Properties, now: Date): DueReplacement | undefined;
  /** An external change that the program must resolve. It blocks replacements and updates. */
  unresolvedChange?(recorded: Recorded, inputs: Properties): string | undefined;
  /** Warnings of a preview that keeps the object. Sends no request. */
  keptWarnings?(recorded: Recorded, inputs: Properties, now: Date): string[];
  /** The reason to refuse an update in place. Sends no request. */
  updateRefusal?(recorded: Recorded, inputs: Properties, now: Date): string | undefined;
  /** The error with which a change would end, as far as the state shows. Sends no request. */
  plannedRefusal?(config: Pick<Config, "accessKey"> | undefined, change: PlannedChange): string | undefined;
  /** Whether a create records the resource that it replaces. Only the plugin supports this. */
  readonly recordsReplaced?: true;
  /** Whether each command reads the resource before its diff. Only the plugin supports this. */
  readFirst?(config: Config): boolean;
}

/** The functions of a lifecycle. Inputs and state are plain properties, secrets included. */
export interface Lifecycle<Of = Operation> {
  create(operation: Of): Promise<Stored>;
  /** The live resource; undefined if it is gone. A read without recorded inputs is an import. */
  read(operation: Of): Promise<Stored | undefined>;
  update(operation: Of): Promise<Stored>;
  delete(operation: Of): Promise<void>;
}

/** A resource that is one object. A function that it lacks is the standard one. */
export interface StoredResource extends ResourceBase, StoredType, Partial<Lifecycle<StoredOperation>> {}

/** A resource with functions of its own. */
export interface CustomResource extends ResourceBase, Lifecycle {
  /** Absent, because not every object of this type is in the same collection. */
  readonly plural?: undefined;
  /** Whether the objects have names. Check generates a missing one. */
  readonly isNamed?: true;
  /** Whether creates and updates may wait until the object is ready. */
  readonly isAwaited?: true;
  /** The id of a resource with these inputs, if it is known before the create. */
  id(inputs: Properties): string;
  /** Paths in the object for a property path, to find its field manager; several if ambiguous. */
  objectPaths(path: Path): readonly Path[];
  readonly filter: z.ZodObject;
  /** One page of all objects, whoever created them. */
  list(context: Context, page: PageRequest): Promise<Listing>;
}

/** A resource type, in one literal. */
export type Resource = StoredResource | CustomResource;

/** An operation on a resource. */
export type Operation = OperationOn<Resource>;

/** An operation on a resource that is one object. */
export type StoredOperation = OperationOn<StoredResource>;

/** A function. It writes nothing, and its result has no secrets of the platform. */
export interface PlatformFunction {
  /** Name in programs, such as `getSpaceTemplate`. */
  readonly name: string;
  readonly description: string;
  readonly inputs: z.ZodObject;
  readonly outputs: z.ZodObject;
  call(context: Context, inputs: Properties): Promise<Properties>;
}
