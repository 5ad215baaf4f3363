import { fullInputs } from "./fullInputs";
import { createAsColleague } from "./http";
import type { RecordedPlatform } from "./startRecorded";

type Json = Record<string, unknown>;

/** An object of another client, as `pulumi import` names it. */
export interface ForeignObject {
  type: string;
  name: string;
  id: string;
}

/** Texts that YAML, a shell or Pulumi could misread, but that Pulumi's import quotes correctly. */
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

/** Properties that are settings of the provider or metadata of the object, not part of its spec. */
const besideSpec = new Set([
  ...["name", "generateName", "labels", "annotations", "finalizers", "ownerReferences", "extraSpec", "conflictPolicy"],
  ...["rotateBeforeExpiry", "rotateEvery", "rotationTriggers", "replacedKey", "gracePeriod", "allowSelfLockout"],
]);

/** The object as kubectl apply writes it: odd annotations, one of which quotes the whole object. */
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

const applied = "?fieldManager=kubectl-client-side-apply";

/** A template that is YAML only after the platform has rendered it. */
const filledIn = {
  kind: "SpaceTemplate",
  metadata: { name: "filled-in" },
  spec: {
    template: {
      objects: '{{- if .Values.q }}\napiVersion: v1\nkind: {{ .Values.k | default "A" }}\n{{- end }}\n',
    },
  },
};

/** Creates objects of all three kinds with every field outside of Pulumi. */
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
      await createAsColleague(platform, `${plural}${applied}`, manifest(type, full));
      made.push({ type: `vcluster-platform:index:${type}`, name: String(inputs.name), id: String(inputs.name) });
    }
  }
  await createAsColleague(platform, `spacetemplates${applied}`, filledIn);
  made.push({ type: "vcluster-platform:index:SpaceTemplate", name: "filled-in", id: "filled-in" });
  const sourceVirtualCluster = { cluster: "c1", namespace: "vc-team", name: "team", importName: "theirs" };
  const request = { kind: "ProjectImportVirtualCluster", metadata: { creationTimestamp: null }, sourceVirtualCluster };
  await createAsColleague(platform, "projects/web/importvirtualcluster", request);
  return [...made, { type: "vcluster-platform:index:VirtualClusterImport", name: "theirs", id: "web/theirs" }];
}
