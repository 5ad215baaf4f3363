import { settingKey } from "../settingNames.js";
import { messages } from "./message.js";

const retain = 'deletionPolicy to "retain", run pulumi up, and delete it with the platform\'s own tools.';

const hidden = "The platform does not have this kind, or not for this key. [What that means](../virtual-clusters.md).";

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
    cause: "The product dropped the endpoint, or the address is wrong.",
    remedy: `Current releases of the public product no longer have it: add the virtual cluster to the project with the platform's own tools and remove this resource. If this platform should have it, check ${settingKey("baseUrl")} and ${settingKey("vendor")}.`,
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
    cause: hidden,
  },
  notOffered: {
    text: "This platform does not offer virtual clusters of projects, so none can be looked up.",
    cause: `The platform does not have this kind. Do without it, or check \`${settingKey("vendor")}\`.`,
  },
  takenAsItIs: {
    text: "The virtual cluster of {label} was in the project already and is taken as it is.",
    cause: "Nothing had to be imported.",
  },
  heldByAnother: {
    text: 'Another resource with deletionPolicy "delete" holds it, and its delete removes the virtual cluster.',
    cause: "[Two resources](../virtual-clusters.md#two-resources-for-one-virtual-cluster) have one virtual cluster.",
    remedy: 'To prevent that, set deletionPolicy to "delete" here, or to "retain" there.',
  },
  heldBefore: {
    text: '{label}: another resource with deletionPolicy "delete", or an interrupted run, held the virtual cluster. From now on only the delete of this resource removes it.',
    cause: "After a rename, use `aliases` next time.",
  },
  cannotHold: {
    text: "{label}: the annotation {annotation} cannot be written, so a delete of this resource will keep the virtual cluster: {failure}",
    cause:
      "Give the key the right to `patch` virtual clusters, [and write it](../virtual-clusters.md#two-resources-for-one-virtual-cluster).",
  },
  notStored: { text: "the platform does not keep it.", cause: "Part of the message above." },
  noVersion: { text: "the platform does not tell its resourceVersion.", cause: "Part of the message above." },
  notHeldYet: {
    text: "{label} is imported, but may lack the annotation {annotation}: {failure} Without it a delete keeps the virtual cluster.",
    cause: "No response came to the write of the annotation.",
    remedy: "Run pulumi up again to write it.",
  },
  kept: {
    text: "{label}: the virtual cluster stays: {reason}.",
    cause:
      "Another resource [holds it](../virtual-clusters.md#two-resources-for-one-virtual-cluster), or the state does not show that this one does.",
    remedy: "If nobody needs it, delete it: {command}",
  },
  notInState: { text: "the state does not show that this resource holds it", cause: "Part of the message above." },
  annotationGone: { text: "its annotation {annotation} is gone", cause: "Part of the message above." },
  takenOver: { text: "another resource took it over", cause: "Part of the message above." },
  notManaged: {
    text: "{label} is no longer managed; the virtual cluster stays in the project.",
    cause: "`deletionPolicy` is `retain`, the default.",
    remedy: 'Set deletionPolicy to "delete" to remove it.',
  },
  cannotDelete: {
    text: "Cannot delete the virtual cluster of {label}: this platform does not show the virtual clusters of projects.",
    cause: hidden,
    remedy: `Set ${retain}`,
  },
  placeUnknown: {
    text: "Cannot delete the virtual cluster of {label}: the platform has not shown yet where it runs (spec.clusterRef), so it may be somebody else's.",
    cause: "It is not placed yet, so it may be another one than the one that was imported.",
    remedy: `Try again when it is placed, or set ${retain}`,
  },
  sourceChanged: {
    text: "Cannot update {label}: somebody changed the source of its virtual cluster on the platform. An import is sent once, so the provider cannot set it back.",
    cause: "A replacement would delete a virtual cluster that the program did not mean.",
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
