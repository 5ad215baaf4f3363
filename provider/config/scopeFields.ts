import * as z from "zod";

/** The fields of a scope on the wire, without the CLI field. */
export const otherScopeFields: ReadonlySet<string> = new Set([
  ...["projects", "spaces", "virtualClusters"],
  // vCluster Platform.
  ...["clusters", "roles", "rules"],
]);

/** The setting with the name of the CLI field. */
export const cliScopeField = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9]*$/, "is not a field name")
  .refine((name) => !otherScopeFields.has(name), "is another field of the scope")
  .optional()
  .meta({
    description:
      "Name on the wire of the scope field allowCli. Derived from vendor unless set: allowLoftCli for loft.sh.",
  });

/** The wire name of allowCli for a vendor: allowLoftCli for loft.sh. */
export function cliScopeFieldOf(vendor: string): string {
  const word = (vendor.split(".")[0] ?? "").replace(/[^a-z0-9]/g, "");
  return `allow${word.charAt(0).toUpperCase()}${word.slice(1)}Cli`;
}
