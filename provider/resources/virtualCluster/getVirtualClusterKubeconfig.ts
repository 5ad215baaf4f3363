import * as z from "zod";
import { virtualClusterRoot } from "../../api/transport/urls.js";
import { type Config, providerConfig } from "../../config/config.js";
import { secret } from "../../objects/fields/fieldRules.js";
import type { PlatformFunction } from "../../objects/resource.js";
import { placeInputs } from "./getVirtualCluster.js";

const { baseUrl, accessKey } = providerConfig.shape;

const inputs = placeInputs.extend({
  key: secret(accessKey.describe("Access key that opens the virtual cluster, such as that of an OwnedAccessKey.")),
  server: baseUrl
    .describe("Address of the platform in the kubeconfig. The default is that of the provider.")
    .optional(),
  context: z
    .string()
    .min(1)
    .describe("Name of the context, the cluster and the user in the kubeconfig. The default is `<project>/<name>`.")
    .optional(),
  insecure: z
    .boolean()
    .describe("Accept any TLS certificate. The default is the provider's setting `insecureSkipTlsVerify`.")
    .optional(),
});

/** Builds the kubeconfig with which an access key opens a virtual cluster. */
export const getVirtualClusterKubeconfig: PlatformFunction = {
  name: "getVirtualClusterKubeconfig",
  description:
    "Builds a kubeconfig with which an access key opens a virtual cluster of a project, through the platform. The virtual cluster is " +
    "not looked up. The kubeconfig has the provider's `certificateAuthority`, and works as long as the key. " +
    "vCluster Platform 4; not in the specification.",
  inputs,
  outputs: z.strictObject({ kubeconfig: secret(z.string().describe("The kubeconfig as JSON, which is YAML, too.")) }),
  async call({ config, warnOnce }, args) {
    const file = kubeconfig(config, inputs.parse(args));
    for (const { name, cluster } of file.clusters)
      if (cluster.server.startsWith("http:")) warnOnce(withoutTls(name, cluster.server));
    // One line: GitHub masks each line of a secret alone, so a line "{" would mask every brace.
    return { kubeconfig: JSON.stringify(file) };
  },
};

const withoutTls = (name: string, server: string): string =>
  `The kubeconfig "${name}" does not work with kubectl, which sends tokens over HTTPS only: its server is ${server}. ` +
  "Set the argument server, or the provider's baseUrl, to an https:// address.";

/** The content. kubectl refuses `certificate-authority-data` with `insecure-skip-tls-verify`. */
function kubeconfig(config: Config, args: z.infer<typeof inputs>) {
  const { project, name, key, server = config.baseUrl } = args;
  const { context = `${project}/${name}`, insecure = config.insecureSkipTlsVerify } = args;
  const authority = config.certificateAuthority && Buffer.from(config.certificateAuthority).toString("base64");
  const cluster = {
    server: server + virtualClusterRoot(project, name),
    ...(insecure ? { "insecure-skip-tls-verify": true } : { "certificate-authority-data": authority }),
  };
  return {
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name: context, cluster }],
    users: [{ name: context, user: { token: key } }],
    contexts: [{ name: context, context: { cluster: context, user: context } }],
    "current-context": context,
  };
}
