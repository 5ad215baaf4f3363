import { main } from "../../cli/main";
import { resolveConfig } from "../../provider/config/resolveConfig.js";
import * as engine from "../../provider/engine/engine.js";
import { Session } from "../../provider/engine/session.js";
import type { Properties } from "../../provider/objects/values.js";
import { resources } from "../../provider/resources/registry.js";
import type { RecordedPlatform } from "../support/startRecorded";
import { noFiles } from "./doctor/examined";

export interface Printed {
  code: number;
  out: string;
  err: string;
}

/** A resource as an exported state holds it. */
export interface StateEntry {
  urn: string;
  type: string;
  id?: string;
  inputs: Properties;
  outputs?: Properties;
}

/** Runs `pulumi-vcluster-platform` in this process, with this platform in its environment. */
export async function runOn(platform: RecordedPlatform, ...args: string[]): Promise<Printed> {
  const printed = { out: "", err: "" };
  const write = jest.spyOn(process.stdout, "write").mockImplementation((text) => {
    printed.out += text;
    return true;
  });
  const error = jest.spyOn(console, "error").mockImplementation((text) => {
    printed.err += text;
  });
  process.env.VCLUSTER_PLATFORM_BASE_URL = platform.baseUrl;
  process.env.VCLUSTER_PLATFORM_ACCESS_KEY = platform.accessKey;
  try {
    return { code: await main(args), ...printed };
  } finally {
    for (const name of ["VCLUSTER_PLATFORM_BASE_URL", "VCLUSTER_PLATFORM_ACCESS_KEY"]) delete process.env[name];
    write.mockRestore();
    error.mockRestore();
  }
}

/** Creates an object as the provider does for a stack, and returns its state entry. */
export async function createFor(
  platform: RecordedPlatform,
  [project, stack]: readonly [string, string],
  type: string,
  inputs: Properties,
  ownerId = "",
): Promise<StateEntry> {
  const resource = resources.find((each) => each.type === type);
  const resolved = resolveConfig(
    { baseUrl: platform.baseUrl, accessKey: platform.accessKey, ownerId },
    { env: {}, files: noFiles },
  );
  if (!resource || !("config" in resolved)) throw new Error(`no ${type}, or no settings`);
  const name = String(inputs.name);
  const urn = `urn:pulumi:${stack}::${project}::vcluster-platform:index:${type}::${name}`;
  const owner = { project, stack, type: `vcluster-platform:index:${type}`, name };
  const diagnostics = { warn: () => {}, inform: () => {}, status: () => {} };
  const declared = { properties: inputs, secrets: [] };
  const request = { method: "create", resource, owner, diagnostics, inputs: declared } as const;
  const { id, state } = await engine.run(new Session(resolved.config), request);
  return { urn, type: `vcluster-platform:index:${type}`, id, inputs, outputs: state };
}

/** The same resource as the dynamic adapter keeps it. */
export const asDynamic = (entry: StateEntry): StateEntry => {
  const type = entry.type.replace("vcluster-platform:index:", "pulumi-nodejs:dynamic/vcluster-platform:");
  return { ...entry, type, urn: entry.urn.replace(entry.type, type) };
};

/** The state as `pulumi stack export` prints it. */
export function exported(resources: StateEntry[], creating: StateEntry[] = []): string {
  const pending_operations = creating.map((resource) => ({ resource, type: "creating" }));
  return JSON.stringify({ version: 3, deployment: { resources, pending_operations } });
}
