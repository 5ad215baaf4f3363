import { settingKey } from "../settingNames.js";
import { messages } from "./message.js";

/** Messages of virtual clusters in projects, and of their imports. */
export const virtualClusterMessages = messages({
  nameTaken: {
    text: 'Cannot create {label}: the project has a virtual cluster "{name}" already, {source}.',
    cause: "A virtual cluster from another source has the name.",
    remedy:
      "Set sourceVirtualCluster.importName to another name, or remove that virtual cluster from the project first.",
  },
  noEndpoint: {
    text: "Cannot create {label}: the platform at {baseUrl} has no endpoint for importing virtual clusters ({method} {path} returned {status}).",
    cause: "The address is wrong, or the platform neither imports nor registers virtual clusters.",
    remedy: `Check ${settingKey("baseUrl")} and ${settingKey("vendor")}.`,
  },
  noService: {
    text: "Cannot create {label}: cluster {cluster} has no Service {name} in namespace {namespace}.",
    cause: "There is no such virtual cluster on the connected cluster. Nothing was written.",
    remedy: "Check sourceVirtualCluster.",
  },
  connectedElsewhere: {
    text: "Cannot create {label}: the virtual cluster is on the platform already, as {where}. Nothing was restarted.",
    cause: "A virtual cluster connects to one place only.",
    remedy: "Declare that project and importName, or remove it there first.",
  },
  unconnected: {
    text: "{label} is in the project, but its virtual cluster is not connected: {failure}",
    cause:
      "The provider's key lacks a right on the cluster, or the cluster is not connected. [What to do](../virtual-clusters.md#vcluster-platform-4).",
    remedy:
      'Write the output "connection" into the Secret {secret} in namespace {namespace} of cluster {cluster}, and restart the pods of the virtual cluster. A refresh then updates this resource.',
  },
  connectsLater: {
    text: "{label} is in the project, and its virtual cluster connects when its pods start again.",
    cause: "`restart` is false, or the virtual cluster has no pods now. A refresh updates the resource afterwards.",
  },
  stillUnconnected: {
    text: "{label}: the virtual cluster is not connected yet.",
    cause:
      "It connects when its pods start with the content of the output `connection`. `manage` takes effect afterwards.",
  },
  waiting: {
    text: "{label}: waiting for {awaited}, {seconds} s",
    cause: "The progress of a wait.",
  },
  connection: { text: "the virtual cluster to connect (phase {phase})", cause: "What a wait is for." },
  namespaceLabels: { text: "the platform to label namespace {namespace}", cause: "What a wait is for." },
  waitedInVain: {
    text: "waited {seconds} s for {awaited}.",
    cause: "Part of the message below. Look at the pods of the virtual cluster, or raise `customTimeouts`.",
  },
  instanceGone: { text: "somebody deleted it.", cause: "Part of the message below." },
  noCredential: { text: "the platform returned no credential for it.", cause: "Part of the message below." },
  notConnectedYet: {
    text: "{label} is in the project, but not connected: {failure}",
    cause: "A step after the create failed, or took too long.",
    remedy: "Run pulumi up again to continue.",
  },
  secretTaken: {
    text: "{label}: the Secret {secret} in namespace {namespace} of cluster {cluster} connects another virtual cluster, or this one to another host. It was not changed.",
    cause: "A namespace has one such Secret. Its `host`, `project` or `name` differs.",
    remedy: "If nobody needs it, delete it and run pulumi up again.",
  },
  secretStays: {
    text: "{label}: the Secret {secret} in namespace {namespace} of cluster {cluster} may stay: {failure}",
    cause:
      "The provider's key may not delete it, or the cluster is not connected. It goes with the Service of the virtual cluster.",
  },
  nameMissing: {
    text: "Cannot create {label}: something that it names is not on the platform: {response}.",
    cause: "There is no such project or cluster, or the key may not see it.",
    remedy: "Check project and sourceVirtualCluster.",
  },
  hiddenSince: {
    text: "the request was accepted, but since then the virtual clusters of projects are not shown any more.",
    cause: "The reason why an import may or may not have happened: something other than the platform responded.",
  },
  notInTime: {
    text: "the request was accepted, but the virtual cluster did not appear in time.",
    cause: "The reason why an import may or may not have happened. Run `pulumi up` again.",
  },
  readFailed: {
    text: "reading the virtual cluster back failed: {failure}",
    cause: "The reason why an import may or may not have happened.",
  },
  unseen: {
    text: "The platform at {baseUrl} does not show the virtual clusters of projects, so imported ones cannot be checked. Their state stays unchanged.",
    cause: "The platform does not have this kind, or not for this key. [What that means](../virtual-clusters.md).",
  },
  notOffered: {
    text: "This platform does not offer virtual clusters of projects, so none can be looked up.",
    cause: `The platform does not have this kind. Do without it, or check \`${settingKey("vendor")}\`.`,
  },
  takenAsItIs: {
    text: "The virtual cluster of {label} was in the project already and is taken as it is.",
    cause: "Nothing had to be imported.",
  },
  notStored: {
    text: "Cannot update {label}: the platform does not store the change.",
    cause: "The platform, or a webhook, drops a field of the virtual cluster or its Secret.",
  },
  notManaged: {
    text: "{label} is no longer managed; the virtual cluster stays in the project.",
    cause: "An import [never deletes](../virtual-clusters.md) a virtual cluster.",
    remedy: "If nobody needs it, delete it: {command}",
  },
  sourceChanged: {
    text: "Cannot update {label}: somebody changed the source of its virtual cluster on the platform. An import is sent once, so the provider cannot set it back.",
    cause: "Another client did it, after the import.",
    remedy: "Set it back on the platform, or declare its values as sourceVirtualCluster.",
  },
  otherSource: {
    text: "The virtual cluster of {label} has another source; it is left alone.",
    cause: "Somebody imported another virtual cluster under the name. Choose another `importName`.",
  },
  nameKept: {
    text: 'its virtual cluster keeps the name "{old}" in the project.',
    cause: "A project may not take a virtual cluster under two names.",
    remedy:
      'Set sourceVirtualCluster.importName to "{old}". To import it under another name, take this resource out of the program, run pulumi up, and declare it again.',
  },
  nameInDoubt: {
    text: 'its create did not come to an end, and its virtual cluster may be in the project as "{old}".',
    cause: "The response to the import was lost, and the program has another `importName` since.",
    remedy:
      'Run pulumi refresh. If the virtual cluster is not in the project, the next pulumi up imports it under the new name; otherwise set sourceVirtualCluster.importName to "{old}".',
  },
  notImported: {
    text: "{label}: its create did not come to an end, and its virtual cluster is not in the project.",
    cause: "The platform did not carry out the import whose response was lost.",
    remedy: "The next pulumi up imports it.",
  },
  badId: {
    text: "The id {id} of a VirtualClusterImport cannot be used: {reason}. Nothing was sent.",
    cause: "An id in the state has another form.",
    remedy: "Take the resource out of the state with pulumi state delete, and import the virtual cluster.",
  },
  idForm: {
    text: 'the id must have the form <project>/<name of the virtual cluster>, such as "web/team"',
    cause: "Why an id cannot be used, or imported.",
  },
  idProject: { text: "the project, before the slash, {problem}", cause: "Why an id cannot be used, or imported." },
  idName: {
    text: "the name of the virtual cluster, behind the slash, {problem}",
    cause: "Why an id cannot be used, or imported.",
  },
  notShownForImport: {
    text: "this platform does not show the virtual clusters of projects. Declare it in the program instead: a virtual cluster that is in the project already is taken as it is",
    cause: "Why there is no `pulumi import`.",
  },
  noSource: {
    text: "the platform does not show where the virtual cluster runs (spec.clusterRef). It may not be placed yet: try again later",
    cause: "Why there is no `pulumi import`.",
  },
});
