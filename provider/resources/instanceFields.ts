import * as z from "zod";
import type { ApiObject } from "../api/client.js";
import {
  assigned,
  comparedBy,
  immutable,
  local,
  removedWhole,
  sentOnce,
  stable,
  yamlMap,
} from "../objects/fields/fieldRules.js";
import { dnsLabel, metadataOutputs } from "../objects/fields/metadataFields.js";
import { phaseOf, readinessOf } from "../objects/lifecycle/readiness.js";
import type { Problem } from "../objects/operation.js";
import type { StoredResource } from "../objects/resource.js";
import { asRecord, isRecord, type Properties } from "../objects/values.js";
import { productInputs, productRoleRule } from "./commonFields.js";
import { manifestProblems, withManifestTexts } from "./manifestFields.js";

const templateRef = z
  .strictObject({
    name: z.string().min(1).describe("Name of the template."),
    version: z
      .string()
      .regex(/^$|^(\d+|[xX])\.(\d+|[xX])\.(\d+|[xX])$/, "must have three parts, such as 1.0.0 or 1.x.x")
      .describe("Version of the template; `x` means the newest. Without it, the newest version is used.")
      .optional(),
    syncOnce: sentOnce(
      z
        .boolean()
        .describe(
          "Applies the present template once, also if it has no versions. It is sent when the program changes it; the " +
            "platform resets it.",
        ),
    ).optional(),
  })
  .meta({ id: "InstanceTemplateRef", description: "The template of a virtual cluster or space." });

/** `template` or `templateRef`. The platform refuses both, so a removed one goes as a whole. */
export const instanceSource = <Source extends z.ZodType>(fields: Source, description: string) =>
  removedWhole(fields.describe(description)).optional();

/** A part of the place where an instance runs. */
export const placePart = (description: string) =>
  assigned(z.string().min(1).describe(`${description} The platform chooses it if it is absent.`)).optional();

/** The place where an instance runs, as in its `clusterRef`. */
export const instancePlace = z.strictObject({
  cluster: placePart("Name of the connected cluster."),
  namespace: placePart("Namespace on that cluster."),
});

/** Inputs of virtual clusters and spaces in a project. */
export const instanceInputs = productInputs.extend({
  project: immutable(local(dnsLabel.describe("The project that the instance is in."))),
  templateRef: instanceSource(templateRef, "The template to use. Set this or `template`."),
  parameters: yamlMap(
    z
      .union([z.string(), z.record(z.string(), z.unknown())])
      .describe("Values for the parameters of the template: a map, or YAML text. Values that others add are kept."),
  ).optional(),
  extraAccessRules: z.array(productRoleRule).describe("Cluster roles beside those of the template.").optional(),
  waitForReady: comparedBy((a, b) => (a ?? true) === (b ?? true))(
    local(
      z.boolean().describe("Whether a create and an update wait until the instance is ready or asleep. Default true."),
    ),
  ).optional(),
});

const instanceOutputs = metadataOutputs.extend({
  cluster: stable(z.string().describe("Name of the connected cluster that it runs on.")).optional(),
  hostNamespace: stable(z.string().describe("Its namespace on that cluster.")).optional(),
  phase: z.string().describe("State of the instance, such as `Ready`, `Sleeping` or `Failed`.").optional(),
  ready: z.boolean().describe("Whether it is ready or asleep."),
});

const phases = { Ready: "ready", Sleeping: "ready", Failed: "failed" } as const;

function computed({ spec, status }: ApiObject): Properties {
  const { cluster, namespace: hostNamespace } = asRecord(spec?.clusterRef);
  const ready = readinessOf({ phases }, { status }) === "ready";
  // A program may declare the clusterRef that the platform chose, so the state needs it.
  return { clusterRef: spec?.clusterRef, cluster, hostNamespace, phase: phaseOf({ status }), ready };
}

const instanceManifests = [
  ["template", "objects"],
  ["template", "spaceTemplate", "objects"],
];

const bothSources: Problem = {
  property: "templateRef",
  reason: "cannot be set together with `template`. Remove one of them.",
};

const invalidParameters: Problem = {
  property: "parameters",
  reason:
    "is no map of variables in YAML. Values that YAML parsers read differently, such as 0777 or 1.10, need quotes.",
};

function instanceProblems(inputs: Properties, previous: Properties): Problem[] {
  const { template, templateRef, parameters } = inputs;
  const hasBothSources = isRecord(template) && isRecord(templateRef);
  // The check has converted each valid text of `parameters` to a map.
  return [
    ...(hasBothSources ? [bothSources] : []),
    ...(typeof parameters === "string" ? [invalidParameters] : []),
    ...manifestProblems(inputs, previous, instanceManifests),
  ];
}

/** The common part of virtual clusters and spaces in a project. */
export const instance = {
  scope: "project",
  productOnly: true,
  outputs: instanceOutputs,
  phases,
  computed,
  check: instanceProblems,
  toSpec: (fields) => withManifestTexts(fields, instanceManifests),
} as const satisfies Partial<StoredResource>;
