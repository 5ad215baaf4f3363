import type { z } from "zod";
import type { Lifecycle, Problem } from "../objects/operation.js";
import type { Properties } from "../objects/values.js";

/** A resource: its fields, its rules and what it can do. */
export interface Resource extends Lifecycle {
  /** Name of the type, such as `SpaceTemplate`. */
  readonly type: string;
  readonly description: string;
  /** What a program sets. */
  readonly inputs: z.ZodObject;
  /** What the server adds. */
  readonly outputs: z.ZodObject;
  /** Rules that span several fields; called with inputs that may hold unknowns. */
  check?(inputs: Properties): Problem[];
  /** Advice that stops nothing, such as the replacement of a deprecated field. */
  advise?(inputs: Properties): Problem[];
}

/** Declares a resource. */
export function defineResource(resource: Resource): Resource {
  return resource;
}
