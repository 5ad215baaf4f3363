import type * as z from "zod";
import type { Config } from "../config/config.js";
import type { Lifecycle, Lookups, OperationContext, Problem, Recorded } from "../objects/operation.js";
import type { Path, Properties } from "../objects/values.js";

/** A replacement that the clock asks for, and where it shows in a diff. */
export interface Due {
  readonly path: Path;
  /** Why, as a sentence. */
  readonly reason: string;
}

/** How `pulumi import` takes over what exists, for the resource's page. */
export interface ImportDocs {
  /** What the id is made of, as a sentence, and what a reader has to know beside it. */
  readonly words: string;
  /** Name in a program, as an example. */
  readonly name: string;
  /** The id that goes with it. */
  readonly id: string;
}

/** A resource: its fields, its rules and what it can do. */
export interface Resource extends Lifecycle, Partial<Lookups> {
  /** Name of the type, such as `SpaceTemplate`. */
  readonly type: string;
  readonly description: string;
  readonly imports: ImportDocs;
  /** Path segment of the collection that holds its objects, where they carry the owner label. */
  readonly plural?: string;
  /** What a program sets. */
  readonly inputs: z.ZodObject;
  /** What the server adds. */
  readonly outputs: z.ZodObject;
  /**
   * Rules that span several fields; called with inputs that may hold unknowns. What the state records already, be it checked in an
   * earlier run or read from the platform, may be left alone.
   */
  check?(inputs: Properties, previous: Properties): Problem[];
  /** Advice that stops nothing, such as the replacement of a deprecated field. */
  advise?(inputs: Properties): Problem[];
  /** Whether it has to be replaced by now, whatever the program says; asked without a request. */
  due?(recorded: Recorded, inputs: Properties, now: Date): Due | undefined;
  /** What somebody else did that the program has to answer before anything is replaced, in words. Its update has to refuse, too. */
  held?(recorded: Recorded, inputs: Properties): string | undefined;
  /** What a preview should say of an update in place; asked without a request. */
  warning?(recorded: Recorded, inputs: Properties, now: Date): string | undefined;
  /** Why an update in place is not made; asked without a request. */
  refusal?(recorded: Recorded, inputs: Properties, now: Date): string | undefined;
  /** Whether every command should read it before it decides what to do; only the plugin can ask for that. */
  readFirst?(config: Config): boolean;
}

/** A function that looks something up. It writes nothing, and its result has no secret. */
export interface PlatformFunction {
  /** Name in programs, such as `getSpaceTemplate`. */
  readonly name: string;
  readonly description: string;
  readonly inputs: z.ZodObject;
  readonly outputs: z.ZodObject;
  call(context: OperationContext, inputs: Properties): Promise<Properties>;
}
