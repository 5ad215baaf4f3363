import * as rpc from "@pulumi/pulumi/proto/provider_pb";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { urnOf } from "../../pluginDriver";
import { heardDynamic } from "./heardDynamic";
import type { Provocations, Workshop } from "./workshop";

const template = "SpaceTemplate";
const key = "OwnedAccessKey";

/** A read of an import whose id in the state is this. */
function readImport(driver: Workshop["driver"], id: string) {
  const inputs = { project: "web", sourceVirtualCluster: { cluster: "c", namespace: "n", name: "s" } };
  return driver.read("VirtualClusterImport", { id, inputs, state: { ...inputs, virtualCluster: "s", uid: "u" } });
}

/** What to say of inputs that cannot be, or are seldom meant. */
export const inputs: Provocations = {
  "the platform refuses property …": ({ platform, driver }) => {
    const [field, reason] = ["spec.displayName", "FieldValueInvalid"];
    const details = { causes: [{ field, reason, message: "no" }] };
    const body = { kind: "Status", status: "Failure", code: 422, reason: "Invalid", message: "no", details };
    platform.faults.add({ method: "POST", name: "refused", times: 1, action: { status: 422, body } });
    return driver.create(template, { name: "refused", displayName: "a" });
  },
  "The program does not set that": async ({ platform, driver, create }) => {
    const kept = await create(template, { name: "invalid", displayName: "a" });
    const details = { causes: [{ field: "spec.apps[0]", reason: "FieldValueInvalid", message: "no" }] };
    const body = { kind: "Status", status: "Failure", code: 422, reason: "Invalid", message: "no", details };
    platform.faults.add({ method: "PATCH", name: "invalid", times: 1, action: { status: 422, body } });
    return driver.update(template, kept, { name: "invalid", displayName: "b" });
  },
  "is not a property. Known here: …": ({ driver }) => driver.check(template, { displayname: "a" }),
  "is required": ({ driver }) => driver.check("VirtualClusterImport", {}),
  "must be …, not …": ({ driver }) => driver.check(template, { displayName: true }),
  "is not valid YAML: …": ({ driver }) => driver.check(template, { template: { objects: "a: [" } }),
  "is nested deeper than …": ({ driver }) => {
    const nested = Array.from({ length: 150 }).reduce<object>((inside) => ({ inside }), {});
    return driver.check(template, { extraSpec: nested as Record<string, unknown> });
  },
  "cannot be a key: …": ({ driver }) => driver.check(template, { labels: { "a b": "x" } }),
  "is not valid Unicode: …": ({ driver }) =>
    driver.check(template, { template: { objects: 'apiVersion: v1\nkind: "\\ud800"' } }),
  "is no number that JSON has": ({ driver }) => driver.check(template, { extraSpec: { size: Number.NaN } }),
  "is a whole number of more digits than are kept": ({ driver }) =>
    driver.check(template, { extraSpec: { size: 2 ** 60 } }),
  "cannot be the identity of an object: …": ({ driver }) =>
    driver.check(template, { ownerReferences: [{ apiVersion: "v1", kind: "Node", name: "..", uid: "u" }] }),
  "Cannot build a URL from …": ({ driver }) =>
    driver.read(template, { id: "..", inputs: { name: "a" }, state: { name: "a", uid: "u" } }),
  "Cannot build a URL with …": ({ driver }) => driver.invoke("listSpaceTemplates", { labelSelector: "a\n" }),
  "of a VirtualClusterImport must have the form …": ({ driver }) => readImport(driver, "s"),
  "in the id … of a VirtualClusterImport …": ({ driver }) => readImport(driver, "../s"),
  "has no apiVersion": ({ driver }) => driver.check(template, { template: { objects: "kind: Pod" } }),
  "autonaming is disabled for this resource": async ({ driver }) => {
    const request = new rpc.CheckRequest();
    request.setUrn(urnOf(template));
    request.setNews(Struct.fromJavaScript({}));
    const autonaming = new rpc.CheckRequest.AutonamingOptions();
    autonaming.setMode(rpc.CheckRequest.AutonamingOptions.Mode.DISABLE);
    request.setAutonaming(autonaming);
    const response = await driver.plugin.client.check(request);
    return response.getFailuresList().map((each) => each.getReason());
  },
  "works with the plugin only": (workshop) =>
    heardDynamic(workshop, {}, (driver) => driver.check(key, { user: "ci", ttl: 60, replacedKey: "disable" })),
  "has no resource type": ({ driver }) => driver.check("VirtualMachine", {}),
  "the key never expires": ({ driver }) => driver.check(key, { user: "ci" }),
  "the key reaches all that its principal does": ({ driver }) => driver.check(key, { user: "ci" }),
  "is deprecated": ({ driver }) => driver.check(key, { user: "ci", rules: [{ verbs: ["get"] }] }),
  "needs a … that is longer": ({ driver }) => driver.check(key, { user: "ci", ttl: 60, rotateBeforeExpiry: 60 }),
};
