import type * as z from "zod";
import type { OperationContext } from "../objects/operation.js";
import type { Properties } from "../objects/values.js";

/** A function that programs call to look something up. It writes nothing, and what it answers holds no secret. */
export interface PlatformFunction {
  /** Name in programs, such as `getSpaceTemplate`. */
  readonly name: string;
  readonly description: string;
  readonly inputs: z.ZodObject;
  readonly outputs: z.ZodObject;
  call(context: OperationContext, inputs: Properties): Promise<Properties>;
}
