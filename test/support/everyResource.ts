import { forDynamic, fullInputs } from "./fullInputs";
import { isProductType } from "./productTypes";
import type { ProgramKind } from "./project";
import type { RecordedPlatform } from "./startRecorded";

/** A resource that a program of either adapter declares. */
export interface DeclaredResource {
  type: string;
  /** Name of the resource; that of the object is an input. */
  name: string;
  inputs: Record<string, unknown>;
  /** Inputs that the program marks secret. */
  secret?: readonly string[];
}

/** Values that programs mark secret, and no one else does. */
export const markedCanaries = ["canary-of-a-marked-label", "canary-of-a-marked-text"];

/** Resources whose names are made up. */
export const namelessResources: readonly DeclaredResource[] = [
  { type: "SpaceTemplate", name: "made", inputs: { generateName: "dev-", displayName: "one" } },
  { type: "OwnedAccessKey", name: "made-key", inputs: { user: "ci", ttl: 3600, scope: { allowCli: true } } },
  {
    type: "SpaceTemplate",
    name: "marked",
    inputs: { labels: { team: markedCanaries[0] }, description: markedCanaries[1], displayName: "plain" },
    secret: ["labels", "description"],
  },
];

/** Every resource of the specification with every field, and nameless ones, for project "web". */
export function everyResource(platform: RecordedPlatform, kind: ProgramKind): DeclaredResource[] {
  const { apiVersion, kind: owner, metadata } = JSON.parse(JSON.stringify(platform.store.get("projects", "web")));
  const all = Object.entries(fullInputs({ apiVersion, kind: owner, name: metadata.name, uid: metadata.uid }));
  const full = all.filter(([type]) => !isProductType(type));
  const declared = (inputs: Record<string, unknown>) => (kind === "typescript" ? forDynamic(inputs) : inputs);
  const named = full.flatMap(([type, all]) =>
    all.map((inputs) => ({ type, name: String(inputs.name), inputs: declared(inputs) })),
  );
  return [...named, ...namelessResources];
}
