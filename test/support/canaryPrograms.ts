import path from "node:path";
import { canary } from "./canaries";
import type { ProgramKind } from "./project";

/** What changes from one version of the program to the next. */
export interface CanaryVariation {
  /** Version of every supplied secret. */
  version: number;
  /** Another user replaces both keys. */
  user?: string;
}

const key = ({ version, user = "ci" }: CanaryVariation) => ({
  name: "supplied",
  user,
  ttl: 3600,
  key: canary("key", version),
  identity: { email: "ci@example.test", connectorData: canary("connector", version) },
  oidcProvider: { clientId: "c", nonce: canary("nonce", version) },
  oidcLogin: {
    idToken: canary("id", version),
    accessToken: canary("access", version),
    refreshToken: canary("refresh", version),
  },
});

/** What each supplied secret of a program is called in its canary. */
export const suppliedCanaries = ["key", "connector", "nonce", "id", "access", "refresh"] as const;

/** A program with a key that it supplies and one that the platform generates; both values are outputs. */
export const canaryPrograms: Record<ProgramKind, (variation: CanaryVariation) => string> = {
  yaml: (variation) => `
resources:
  supplied: { type: "platform:index:OwnedAccessKey", properties: ${JSON.stringify(key(variation))} }
  generated: { type: "platform:index:OwnedAccessKey", properties: { user: ${variation.user ?? "ci"}, ttl: 3600 } }
outputs:
  suppliedKey: \${supplied.key}
  suppliedLogin: \${supplied.oidcLogin}
  generatedKey: \${generated.key}
`,
  typescript: (variation) => `
import { OwnedAccessKey } from "pulumi-platform";
const supplied = new OwnedAccessKey("supplied", ${JSON.stringify(key(variation))});
const generated = new OwnedAccessKey("generated", { user: "${variation.user ?? "ci"}", ttl: 3600 });
export const suppliedKey = supplied.key;
export const suppliedLogin = supplied.oidcLogin;
export const generatedKey = generated.key;
`,
};

const programFiles: Record<ProgramKind, string> = { yaml: "Pulumi.yaml", typescript: "index.ts" };

/** Whether a file, named from the folder of the stack, is the program itself, or what Pulumi keeps of its compilation. */
export function isCanaryProgram(kind: ProgramKind, name: string): boolean {
  return name === path.join("program", programFiles[kind]) || name.startsWith(path.join("temporary", "ts-node-"));
}
