import * as z from "zod";
import { openObject } from "../objects/fields/fieldRules.js";

/** The input for spec fields without a property of their own. */
export const extraSpecInput = openObject(z.record(z.string(), z.unknown()))
  .describe(
    "Further fields of the object's spec, for servers that know more than this provider. Merged into the spec; a field " +
      "that has a property of its own is moved to it, with a warning. What is not declared is left as it is on the server.",
  )
  .optional();
