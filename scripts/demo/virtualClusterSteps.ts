// The last steps of the demo: a virtual cluster of its own for a pipeline.
import assert from "node:assert/strict";
import type { RunningPlatform } from "../../emulator/platform.js";
import { type DemoStep, events, linesOf, send, statusWith } from "./steps.js";

const foreign = "Taken over, on a Friday evening";

export const virtualCluster = `import {
  getVirtualClusterKubeconfigOutput, OwnedAccessKey, Project, VirtualClusterInstance, VirtualClusterTemplate,
} from "pulumi-vcluster-platform";

const project = new Project("shop", { name: "shop" }).name;
const template = new VirtualClusterTemplate("small", { template: {} });
const pipeline = new VirtualClusterInstance("pipeline", {
  project,
  description: "For the pipelines of the web shop",
  templateRef: { name: template.name },
});
const scope = { virtualClusters: [{ project, virtualCluster: pipeline.name }] };
const { key } = new OwnedAccessKey("pipeline", { type: "User", user: "ci-bot", ttl: 30 * 24 * 3600, scope });
export const { kubeconfig } = getVirtualClusterKubeconfigOutput({ project, name: pipeline.name, key });
`;

/** The virtual cluster of the program; the platform has an imported one, too. */
const pipelineIn = ({ store }: RunningPlatform) =>
  store.list("virtualclusterinstances").find(({ metadata }) => metadata.namespace === "p-shop");

export const virtualClusterSteps: DemoStep[] = [
  {
    title: "pulumi up: create a project, a template, a virtual cluster and a key for it",
    run: async ({ cluster, platform }) => {
      const { stdout } = await cluster.up(["--skip-preview"]);
      assert.equal(pipelineIn(platform)?.status?.phase, "Ready", stdout);
      const created = events(stdout, "created");
      assert.equal(created.length, 4, stdout);
      return created;
    },
  },
  {
    title: "The kubeconfig opens the virtual cluster, and nothing else",
    run: async ({ cluster, platform }) => {
      const { kubeconfig } = await cluster.outputs({ showSecrets: true });
      const { clusters, users } = JSON.parse(String(kubeconfig));
      const { server } = clusters[0].cluster;
      const { token } = users[0].user;
      const headers = { Authorization: `Bearer ${token}` };
      const response = await fetch(`${server}/api/v1/namespaces`, { headers });
      assert.equal(response.status, 200);
      const { items } = (await response.json()) as { items: { metadata: { name: string } }[] };
      assert.equal(await statusWith(platform, token), 403);
      return [`${server}: ${items.map(({ metadata }) => metadata.name).join(", ")}`, "all projects: 403"];
    },
  },
  {
    title: "Somebody edits the virtual cluster, and pulumi refresh shows the drift",
    run: async ({ cluster, platform }) => {
      const { name, namespace } = pipelineIn(platform)?.metadata ?? {};
      const instance = `namespaces/${namespace}/virtualclusterinstances/${name}`;
      await send(platform, `${instance}?fieldManager=kubectl-edit`, [
        { op: "add", path: "/spec/description", value: foreign },
      ]);
      const { stdout } = await cluster.refresh(["--skip-preview", "--diff"]);
      const drift = linesOf(stdout).filter((line) => line.startsWith("~ description"));
      assert(drift.join().includes(foreign), stdout);
      return drift.map((line) => line.replace(/ +:/, ":"));
    },
  },
  {
    title: "pulumi destroy: the virtual cluster and all around it",
    isLast: true,
    run: async ({ cluster, platform }) => {
      const { stdout } = await cluster.destroy(["--skip-preview"]);
      assert.equal(pipelineIn(platform), undefined);
      return events(stdout, "deleted");
    },
  },
];
