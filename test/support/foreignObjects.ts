import { fullInputs } from "./fullInputs";
import { groupPath } from "./http";
import type { RecordedPlatform } from "./startRecorded";

type Json = Record<string, unknown>;

/** An object that somebody made with kubectl, and how `pulumi import` names it. */
export interface ForeignObject {
  type: string;
  name: string;
  id: string;
}

/** Texts that mean something else to YAML, to a shell or to Pulumi than to the platform. */
const oddTexts = {
  number: "0755",
  truth: "yes",
  date: "2026-01-01",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is one to Pulumi, not here.
  reference: "costs ${x} and ${{ a.b }} $(c)",
  blank: " lead: and trail ",
  lines: "a\n  b\n\n c \n",
  quotes: `'a' "b" \\n \t # no comment`,
  far: "é 😀 \u0007",
};

/** What stays on our side, or is metadata, and is no part of the spec. */
const besideSpec = new Set([
  ...["name", "generateName", "labels", "annotations", "finalizers", "ownerReferences", "extraSpec", "conflictPolicy"],
  ...["rotateBeforeExpiry", "rotationTriggers", "replacedKey", "allowSelfLockout"],
]);

/** The object of inputs that set every field, with odd texts in it, as kubectl apply leaves it: it also quotes the whole of it in clear text. */
function manifest(kind: string, inputs: Json) {
  const { name, labels, finalizers, ownerReferences, extraSpec } = inputs;
  const { scope, ...plain } = Object.fromEntries(
    Object.entries(inputs).filter(([key]) => !besideSpec.has(key)),
  ) as Json;
  const { allowCli: allowLoftCli, ...scopes } = (scope ?? {}) as Json;
  const spec = { ...plain, ...(extraSpec as Json), ...(scope !== undefined && { scope: { allowLoftCli, ...scopes } }) };
  const annotations = { ...(inputs.annotations as Json), ...oddTexts };
  const applied = JSON.stringify({ kind, metadata: { name, annotations }, spec });
  const all = { ...annotations, "kubectl.kubernetes.io/last-applied-configuration": applied };
  return { kind, metadata: { name, labels, annotations: all, finalizers, ownerReferences }, spec };
}

/** A template that is YAML only when the platform has filled it in. */
const filledIn = {
  kind: "SpaceTemplate",
  metadata: { name: "filled-in" },
  spec: {
    template: {
      objects: '{{- if .Values.q }}\napiVersion: v1\nkind: {{ .Values.k | default "A" }}\n{{- end }}\n',
    },
  },
};

/** Objects of all three kinds, every field set, none of them made by this provider. */
export async function makeForeignObjects(platform: RecordedPlatform): Promise<ForeignObject[]> {
  const { apiVersion, kind, metadata } = JSON.parse(JSON.stringify(platform.store.get("projects", "web")));
  const all = fullInputs({ apiVersion, kind, name: metadata.name, uid: metadata.uid });
  const made: ForeignObject[] = [];
  for (const [type, plural] of [
    ["SpaceTemplate", "spacetemplates"],
    ["OwnedAccessKey", "ownedaccesskeys"],
  ] as const) {
    for (const inputs of all[type] ?? []) {
      const { template = {}, ...rest } = inputs as { template?: { objects?: string | object[] } };
      // A program may write a list of objects; the platform knows text.
      const objects = typeof template.objects === "string" ? template.objects : JSON.stringify(template.objects?.[0]);
      const full =
        type === "SpaceTemplate" ? { ...rest, template: { ...template, objects }, description: oddTexts.far } : rest;
      await post(platform, plural, manifest(type, full));
      made.push({ type: `platform:index:${type}`, name: String(inputs.name), id: String(inputs.name) });
    }
  }
  await post(platform, "spacetemplates", filledIn);
  made.push({ type: "platform:index:SpaceTemplate", name: "filled-in", id: "filled-in" });
  const sourceVirtualCluster = { cluster: "c1", namespace: "vc-team", name: "team", importName: "theirs" };
  const request = { kind: "ProjectImportVirtualCluster", metadata: { creationTimestamp: null }, sourceVirtualCluster };
  await post(platform, "projects/web/importvirtualcluster", request);
  return [...made, { type: "platform:index:VirtualClusterImport", name: "theirs", id: "web/theirs" }];
}

async function post(platform: RecordedPlatform, where: string, body: object): Promise<void> {
  const response = await fetch(`${platform.baseUrl}${groupPath}/${where}?fieldManager=kubectl-client-side-apply`, {
    method: "POST",
    headers: { authorization: `Bearer ${platform.accessKey}`, "content-type": "application/json" },
    body: JSON.stringify({ apiVersion: "management.loft.sh/v1", ...body }),
  });
  if (response.status !== 201) throw new Error(`The create at ${where} failed: ${await response.text()}`);
}
