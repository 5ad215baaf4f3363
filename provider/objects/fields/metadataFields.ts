import * as z from "zod";
import { segmentProblem } from "../../api/transport/urls.js";
import { conflictPolicy, conflictPolicyDescription } from "../../config/config.js";
import { ourPrefix } from "../ownership.js";
import { isRecord, semanticEqual } from "../values.js";
import { comparedBy, immutable, inputNote, local, sharedBy, stable } from "./fieldRules.js";

const subdomain = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;

/** An object's name: an RFC 1123 subdomain, at most 253 characters (specification, section 2.1). */
export const objectName = z
  .string()
  .max(253, "must be no more than 253 characters")
  .regex(
    subdomain,
    "must consist of lowercase letters, digits, '-' and '.', starting and ending with a letter or digit",
  );

/** A DNS label of at most 63 characters, as namespaces are (specification, section 2.1). */
export const dnsLabel = z
  .string()
  .max(63, "must be no more than 63 characters")
  .regex(
    /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/,
    "must consist of lowercase letters, digits and '-', starting and ending with a letter or digit",
  );

const qualifiedName =
  /^(?:(?=[^/]{1,253}\/)[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*\/)?[A-Za-z0-9](?:[-\w.]{0,61}[A-Za-z0-9])?$/;

const qualifiedNameMessage =
  "must be a name of at most 63 letters, digits, '-', '_' and '.', optionally after a DNS prefix and '/'";

const metadataKey = z.string().regex(qualifiedName, qualifiedNameMessage);

// Kubernetes lower-cases an annotation's key before it validates it.
const annotationKey = z.string().refine((key) => qualifiedName.test(key.toLowerCase()), qualifiedNameMessage);

/** Rejects the provider's own keys, with which a create and `orphans` find an object. */
const unreserved = <Key extends z.ZodString>(key: Key) =>
  key.refine(
    (text) => !text.startsWith(ourPrefix),
    `must not begin with ${ourPrefix}: such keys are the provider's own`,
  );

/** Kubernetes' limit for all annotations of an object, keys and values together. */
const maxAnnotationBytes = 256 * 1024;

const bytesOf = (texts: Readonly<Record<string, unknown>>) =>
  Object.entries(texts).reduce((sum, [key, text]) => sum + Buffer.byteLength(key + String(text)), 0);

const labelPattern = /^(?:[A-Za-z0-9](?:[-\w.]{0,61}[A-Za-z0-9])?)?$/;

const labelValueMessage =
  "must be at most 63 letters, digits, '-', '_' and '.', starting and ending with a letter or digit";

const labelValue = z.string().regex(labelPattern, labelValueMessage);

/** Labels by key (specification, section 2.1). */
export const labelMap = z.record(metadataKey, labelValue);

/** Labels in a template, in which the platform renders actions such as `{{ .Values.size }}`. */
export const templateLabelMap = z.record(
  metadataKey,
  z.string().refine((value) => labelPattern.test(value) || value.includes("{{"), labelValueMessage),
);

/** Annotations by key (specification, section 2.1). */
export const annotationMap = z.record(annotationKey, z.string());

const equalTimes = (a: unknown, b: unknown) =>
  semanticEqual(a, b) || (typeof a === "string" && typeof b === "string" && Date.parse(a) === Date.parse(b));

/** A Kubernetes time (specification, section 2.1), compared as an instant: servers reformat it. */
export const timestamp = comparedBy(equalTimes)(
  z.iso.datetime({ offset: true, message: "must be a time in RFC 3339, such as 2030-01-31T12:00:00Z" }),
);

/** The prefix of a generated name (specification, section 2.1). */
export const namePrefix = z
  .string()
  .min(1)
  .max(246, "must be no more than 246 characters, to leave room for the suffix")
  .regex(
    /^(?:[a-z0-9](?:[-a-z0-9]*[a-z0-9])?\.)*(?:[a-z0-9][-a-z0-9]*)?$/,
    "must be the beginning of a name: lowercase letters, digits, '-' and '.', starting with a letter or digit",
  );

// Owners are of any kind: some names have upper case letters or colons, but all are path segments.
const referentPart = z
  .string()
  .min(1)
  .superRefine((text, context) => {
    // An empty text is an issue already.
    const problem = text === "" ? undefined : segmentProblem(text);
    if (problem) context.addIssue(`cannot be the identity of an object: ${problem}`);
  });

const referentVersion = z
  .string()
  .regex(
    /^(?:[a-z0-9][-a-z0-9.]*\/)?[a-z0-9]+$/,
    "must be a version such as v1, or a group and a version such as apps/v1",
  );

const ownerReference = z
  .strictObject({
    apiVersion: referentVersion.describe("API version of the referent."),
    kind: referentPart.describe("Kind of the referent."),
    name: referentPart.describe("Name of the referent."),
    uid: referentPart.describe("UID of the referent."),
    controller: inputNote("True in at most one entry. Default false.")(
      z.boolean().describe("True if the referent is the managing controller."),
    ).optional(),
    blockOwnerDeletion: inputNote("Setting it requires delete permission on the owner. Default false.")(
      z
        .boolean()
        .describe(
          "If true and the owner has the foregroundDeletion finalizer, the owner stays until this reference is removed.",
        ),
    ).optional(),
  })
  .meta({ id: "OwnerReference", description: "An object that another object depends on." });

/** The object metadata that a program may set (specification, section 2.1), as flat inputs. */
export const metadataInputs = z.strictObject({
  name: immutable(
    objectName.describe(
      "Name of the object, unique on the platform. Cannot be updated: a change replaces the object. " +
        "Without it a name is made from `generateName` or the resource's name and a random suffix, and kept from then on.",
    ),
  ).optional(),
  // The prefix has no effect once the name is set, so another one is no change.
  generateName: comparedBy(() => true)(
    local(
      namePrefix.describe(
        "Prefix of the name, used only when `name` is absent. The provider appends a random suffix before the object " +
          "is sent, so that a create whose answer is lost finds its own object. Changing it later has no effect on the name.",
      ),
    ),
  ).optional(),
  labels: inputNote("Labels that others set are left alone.")(
    z.record(unreserved(metadataKey), labelValue).describe("Keys and values that organize and select objects."),
  ).optional(),
  annotations: inputNote("At most 256 KiB in all. Annotations that others set are left alone.")(
    z
      .record(unreserved(annotationKey), z.string())
      .refine(
        (annotations) => bytesOf(annotations) <= maxAnnotationBytes,
        `must be no more than ${maxAnnotationBytes} bytes in all`,
      )
      .describe("Metadata of any form. Objects cannot be selected by it."),
  ).optional(),
  finalizers: sharedBy((entry) => entry)(
    inputNote("Merged by value: finalizers that others add are left alone. The order has no meaning.")(
      z
        .array(metadataKey)
        .refine((entries) => new Set(entries).size === entries.length, "must not have the same entry twice")
        .describe("Components that must remove their entry before the object is deleted."),
    ),
  ).optional(),
  ownerReferences: sharedBy((entry) => (isRecord(entry) ? entry.uid : entry))(
    inputNote("Merged by uid.")(
      z
        .array(ownerReference)
        .refine(
          (owners) => owners.filter(({ controller }) => controller).length < 2,
          "must not have more than one controller",
        )
        .describe("Objects this object depends on; when all are deleted it is garbage collected."),
    ),
  ).optional(),
});

/** Inputs of every stored object. */
export const storedInputs = metadataInputs.extend({
  conflictPolicy: local(
    conflictPolicy.describe(`${conflictPolicyDescription} The default is the provider's own setting.`),
  ).optional(),
});

/** The output `externalChange`, with examples for the kind of object. */
export const externalChangeOf = (examples: string) =>
  z
    .string()
    .describe(
      `What somebody else did to the object that no other property shows (${examples}), as the last refresh saw it. ` +
        "Cleared by the next update that succeeds.",
    )
    .optional();

/** The object metadata that the server sets (specification, section 2.1), as flat outputs. */
export const metadataOutputs = z.strictObject({
  uid: stable(z.string().describe("Identifier of the object, unique in time and space. Set by the server.")),
  resourceVersion: z.string().describe("Opaque version of the stored object. Changes with every write by anybody."),
  generation: z.int().describe("Sequence number of the desired state. Set by the server.").optional(),
  creationTimestamp: stable(z.string().describe("Server time of creation, RFC 3339 in UTC.")),
  externalChange: externalChangeOf("created again, being deleted"),
});
