import * as z from "zod";

/** What narrows a list of stored objects. */
export const storedFilter = z.strictObject({
  labelSelector: z
    .string()
    .describe("Only objects with such labels, in the words of Kubernetes: `team=web,tier!=test`, `env in (a, b)`.")
    .optional(),
});
