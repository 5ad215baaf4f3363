import { writeFileSync } from "node:fs";
import { selfSigned } from "../../../emulator/http/certificate";
import { startPlatform } from "../../../emulator/platform";
import { callFunction } from "../../../provider/adapters/dynamic/functionCalls";
import { runCommand } from "../../support/command";
import { testWith } from "../../support/needs";
import { temporaryFolder } from "../../support/temporaryFolder";

const file = temporaryFolder();
const rule = testWith("kubectl");

const cluster = (name: string, phase: string) => ({
  kind: "VirtualClusterInstance",
  metadata: { name, namespace: "p-web" },
  spec: { template: {} },
  status: { phase },
});
const key = (name: string) => ({
  kind: "OwnedAccessKey",
  metadata: { name },
  spec: { key: `key-of-${name}`, scope: { virtualClusters: [{ project: "web", virtualCluster: name }] } },
});

/** Starts a platform with HTTPS; returns a function that gets namespaces with a kubeconfig. */
async function start() {
  const apiVersion = "management.loft.sh/v1";
  const objects = [
    { kind: "Cluster", metadata: { name: "c" } },
    ...[cluster("dev", "Ready"), cluster("qa", "Sleeping"), key("dev"), key("qa")],
  ];
  writeFileSync(file("seed.yaml"), objects.map((each) => JSON.stringify({ apiVersion, ...each })).join("\n---\n"));
  const { cert, key: tlsKey, ca } = await selfSigned();
  const tls = { cert, key: tlsKey };
  const platform = await startPlatform({ api: 4, projects: ["web"], seedFile: file("seed.yaml"), readyMs: 20, tls });
  const { baseUrl, accessKey } = platform;
  const settings: Record<string, string> = { baseUrl, accessKey, certificateAuthority: ca };
  const get = (name: string) => settings[name.replace("vcluster-platform:", "")];
  const getNamespaces = async (name: string, args: object) => {
    const { kubeconfig } = await callFunction(
      "getVirtualClusterKubeconfig",
      { project: "web", name, ...args },
      { get },
    );
    writeFileSync(file("kubeconfig"), String(kubeconfig));
    const env = { PATH: process.env.PATH ?? "", HOME: file("home"), KUBECONFIG: file("kubeconfig") };
    return runCommand("kubectl", ["get", "namespaces"], { cwd: file("."), env });
  };
  return { platform, getNamespaces };
}

rule("a kubeconfig opens the virtual cluster of its key, awake or not, and no other one", async () => {
  const { platform, getNamespaces } = await start();
  try {
    const names = /^NAME +AGE\ndefault .*\nkube-node-lease .*\nkube-public .*\nkube-system .*\n$/;
    const opened = { exitCode: 0, stderr: "", stdout: expect.stringMatching(names) };
    expect(await getNamespaces("dev", { key: "key-of-dev" })).toEqual(opened);
    expect(await getNamespaces("qa", { key: "key-of-qa" })).toEqual(opened);
    const insecure = { key: "key-of-dev", insecure: true, context: "other" };
    expect(await getNamespaces("dev", insecure)).toEqual(opened);
    const refused = (text: string) => ({ exitCode: 1, stdout: "", stderr: expect.stringContaining(text) });
    expect(await getNamespaces("dev", { key: "key-of-qa" })).toEqual(refused("forbidden"));
    expect(await getNamespaces("dev", { key: "none" })).toEqual(refused("must be logged in"));
  } finally {
    await platform.close();
  }
});
