import path from "node:path";
import { canary } from "./canaries";
import type { ProgramKind } from "./project";
import { resourcePrograms } from "./resourcePrograms";

/** Differences between two versions of the program. */
export interface CanaryVariation {
  /** Version of every supplied secret. */
  version: number;
  /** Another user replaces both keys. */
  user?: string;
}

/** The name of each supplied secret in its canary. */
export const suppliedCanaries = ["key", "connector", "nonce", "id", "access", "refresh", "chart"] as const;

const suppliedKey = ({ version, user = "ci" }: CanaryVariation) => ({
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

const templated = ({ version }: CanaryVariation) => {
  const charts = [{ name: "c", repoURL: "https://charts.example.test", password: canary("chart", version) }];
  return { name: "templated", template: { charts }, versions: [{ version: "v1", template: { charts } }] };
};

const outputs = {
  suppliedKey: `\${supplied.key}`,
  suppliedLogin: `\${supplied.oidcLogin}`,
  generatedKey: `\${generated.key}`,
  templated: `\${templated.template}`,
};

/** A program with a supplied and a generated key and a template; their secrets are outputs. */
export function canaryProgram(kind: ProgramKind, variation: CanaryVariation): string {
  const type = "OwnedAccessKey";
  const generated = { type, inputs: { user: variation.user ?? "ci", ttl: 3600 } };
  const supplied = { type, inputs: suppliedKey(variation) };
  return resourcePrograms[kind]({ supplied, generated, templated: { inputs: templated(variation) } }, outputs);
}

const programFiles: Record<ProgramKind, string> = { yaml: "Pulumi.yaml", typescript: "index.ts" };

/** Whether a file, relative to the stack's folder, is the program or its compiled form. */
export const isCanaryProgram = (kind: ProgramKind, name: string): boolean =>
  name === path.join("program", programFiles[kind]) || name.startsWith(path.join("temporary", "ts-node-"));
