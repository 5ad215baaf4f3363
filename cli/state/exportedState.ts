import * as z from "zod";
import { isRecord, isWireSecret } from "../../provider/cliFacade";
import { packageName } from "../../provider/packageNames.js";

const properties = z.record(z.string(), z.unknown());

const resource = z.object({
  urn: z.string(),
  type: z.string(),
  id: z.string().optional(),
  /** Absent for components. */
  custom: z.boolean().optional(),
  /** Whether it was replaced and waits for its delete. */
  delete: z.boolean().optional(),
  pendingReplacement: z.boolean().optional(),
  viewOf: z.string().optional(),
  /** `urn::id` of the provider. */
  provider: z.string().optional(),
  inputs: properties.optional(),
  outputs: properties.optional(),
  initErrors: z.array(z.string()).nullish(),
  ignoreChanges: z.array(z.string()).nullish(),
});

const exported = z.object({
  deployment: z.object({
    resources: z.array(resource).nullish(),
    pending_operations: z.array(z.object({ resource, type: z.string() })).nullish(),
  }),
});

/** A resource of an exported state. */
export type ExportedResource = z.infer<typeof resource>;

/** The state of a stack. */
export interface ExportedState {
  readonly resources: readonly ExportedResource[];
  /** Pending creates of a killed engine. */
  readonly creating: readonly ExportedResource[];
}

/** Parses the output of `pulumi stack export`; undefined if invalid. */
export function readExportedState(value: unknown): ExportedState | undefined {
  const read = exported.safeParse(value);
  if (!read.success) return undefined;
  const { resources, pending_operations: pending } = read.data.deployment;
  const creating = (pending ?? []).filter(({ type }) => type === "creating").map((operation) => operation.resource);
  return { resources: resources ?? [], creating };
}

/** Key of a decrypted secret's JSON. */
const plaintextKey = "plaintext";

/** Properties with decrypted secrets in the form that the engine gives the provider. */
export function decrypted(properties: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return Object.fromEntries(Object.entries(properties).map(([key, value]) => [key, decryptedValue(value)]));
}

function decryptedValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(decryptedValue);
  if (!isRecord(value)) return value;
  const { [plaintextKey]: text, ...rest } = value;
  if (!isWireSecret(value) || typeof text !== "string") return decrypted(value);
  const plain = jsonOf(text);
  if (plain === undefined) throw new Error("The state holds a secret that is no JSON.");
  return { ...rest, value: decryptedValue(plain) };
}

/** Whether a value of a state has a secret that is not decrypted. */
export function isEncrypted(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isEncrypted);
  if (!isRecord(value)) return false;
  return isWireSecret(value) ? typeof value[plaintextKey] !== "string" : Object.values(value).some(isEncrypted);
}

/** The JSON value of a text; undefined if invalid. The parser's error would quote a secret. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Type of the providers of the plugin. */
export const providerType = `pulumi:providers:${packageName}`;

const ourTypes = new RegExp(`^(?:${packageName}:index|pulumi-nodejs:dynamic/${packageName}):(\\w+)$`);
const dynamicTypes = new RegExp(`^pulumi-nodejs:dynamic/${packageName}:`);

/** Kind of a resource of the plugin or the dynamic classes; undefined for other providers. */
export const kindOfType = (type: string): string | undefined => ourTypes.exec(type)?.[1];

/** Whether a type is a dynamic resource of this provider. */
export const isDynamicType = (type: string): boolean => dynamicTypes.test(type);
