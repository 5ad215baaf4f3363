import * as pulumi from "@pulumi/pulumi";
import { OwnedAccessKey } from "pulumi-vcluster-platform";

const day = 24 * 3600;

// Each pipeline has a key of its own for its project. allowCli lets it also read what its user may read.
const projectOf: Record<string, string> = { "web-deploy": "web", "api-deploy": "api" };

/** Change it, in a commit that says why, and the next run replaces all keys. */
const generation = new pulumi.Config().get("generation") ?? "1";

interface Handed {
  readonly repository: string;
  readonly value: string;
}

// Pulumi runs this in another process, which loads modules itself.
function store({ repository, value }: Handed): void {
  require("node:child_process").execFileSync("./hand-over.sh", [repository], { input: value });
}

const storing: pulumi.dynamic.ResourceProvider<Handed, object> = {
  async create(handed) {
    store(handed);
    return { id: handed.repository, outs: {} };
  },
  async update(_id, _before, handed) {
    store(handed);
    return { outs: {} };
  },
};

/** Hands a key to a repository. It depends on the key, so Pulumi runs it before it deletes the key's predecessor. */
class HandOver extends pulumi.dynamic.Resource {
  constructor(name: string, repository: string, value: pulumi.Input<string>) {
    super(storing, name, { repository, value }, {}, "ci", "HandOver");
  }
}

const keyOf = (pipeline: string, project: string) =>
  new OwnedAccessKey(pipeline, {
    displayName: `Pipeline ${pipeline}`,
    type: "User",
    user: "ci-bot",
    scope: { allowCli: true, projects: [{ project }] },
    // A run every day replaces the key in the last week of its month, so a week of failed runs does no harm.
    ttl: 30 * day,
    rotateBeforeExpiry: 7 * day,
    rotationTriggers: { generation },
  });

const keys = Object.entries(projectOf).map(([pipeline, project]) => {
  const key = keyOf(pipeline, project);
  new HandOver(pipeline, project, key.key);
  return [pipeline, key] as const;
});

export const expiresAt = Object.fromEntries(keys.map(([pipeline, key]) => [pipeline, key.expiresAt]));
