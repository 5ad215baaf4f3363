import * as z from "zod";
import { comparedBy } from "../objects/fields/fieldRules.js";
import type { Problem } from "../objects/operation.js";
import {
  deepEqual,
  expandPath,
  formatPath,
  type Path,
  type Properties,
  unknown,
  valueAt,
  withValue,
} from "../objects/values.js";

/** Loaded on demand: loading its YAML parser takes time. */
const manifests = () =>
  require("../objects/wire/templateObjects.js") as typeof import("../objects/wire/templateObjects.js");

/** Kubernetes objects of a template. */
export const objects = comparedBy((a, b) => deepEqual(a, b) || manifests().equalManifests(a, b))(
  z
    .union([z.string(), z.array(z.record(z.string(), z.unknown()))])
    .describe(
      "Kubernetes objects that are deployed into each space: a string of YAML, or a list of objects. A string is sent as it " +
        "is, a list is written as YAML. Texts that mean the same are no change. A string may hold actions of Go's templates, " +
        "`{{ … }}`, which the platform fills in for each space. A string that is no YAML because of them is not checked.",
    ),
);

/** The fields with manifests as YAML text, as the API takes them (specification, section 2.2). */
export const withManifestTexts = (fields: Properties, paths: readonly Path[]): Properties =>
  paths
    .flatMap((path) => expandPath(fields, path))
    .filter((path) => Array.isArray(valueAt(fields, path)))
    .reduce((all, path) => withValue(all, path, manifests().manifestText(valueAt(fields, path))) as Properties, fields);

/** Errors in manifests that the program has changed. */
export const manifestProblems = (fields: Properties, previous: Properties, paths: readonly Path[]): Problem[] =>
  paths
    .flatMap((path) => expandPath(fields, path))
    .flatMap((path) => {
      const declared = valueAt(fields, path);
      const isChanged = declared !== undefined && declared !== unknown && !deepEqual(declared, valueAt(previous, path));
      const problem = isChanged ? manifests().manifestProblem(declared) : undefined;
      return problem === undefined ? [] : [invalidManifests(formatPath(path), problem)];
    });

function invalidManifests(property: string, problem: string): Problem {
  // After the line number, the parser's message may quote the manifest.
  const withoutQuote = /^is not valid YAML: line \d+/.exec(problem)?.[0] ?? "is not valid";
  const secretReason = `${withoutQuote}. The reason is not shown, because it quotes a secret.`;
  return { property, reason: `${problem}.`, secretReason };
}
