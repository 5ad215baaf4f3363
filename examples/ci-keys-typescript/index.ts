import * as pulumi from "@pulumi/pulumi";
import { OwnedAccessKey } from "pulumi-platform";

const day = 24 * 3600;

// Each pipeline has a key of its own, which reaches its project and nothing else.
const projectOf: Record<string, string> = { "web-deploy": "web", "api-deploy": "api" };

/** Change it, in a commit that says why, and the next run replaces all keys. */
const generation = new pulumi.Config().get("generation") ?? "1";

const keyOf = (pipeline: string, project: string) =>
  new OwnedAccessKey(pipeline, {
    displayName: `Pipeline ${pipeline}`,
    user: "ci-bot",
    scope: { allowCli: true, projects: [{ project }] },
    // A run every day replaces the key in the last week of its month, so a week of failed runs does no harm.
    ttl: 30 * day,
    rotateBeforeExpiry: 7 * day,
    rotationTriggers: { generation },
  });

const keys = Object.entries(projectOf).map(([pipeline, project]) => [pipeline, keyOf(pipeline, project)] as const);

/** The values by pipeline: a secret, which `pulumi stack output --show-secrets` hands on. */
export const values = pulumi.secret(Object.fromEntries(keys.map(([pipeline, key]) => [pipeline, key.key])));

export const expiresAt = Object.fromEntries(keys.map(([pipeline, key]) => [pipeline, key.expiresAt]));
