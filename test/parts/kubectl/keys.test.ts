import { everyKind } from "./support/manifests";
import { testWith } from "../../support/needs";
import { withKubectl } from "./support/kubectl";

const rule = testWith("kubectl");
const key = "fake-key-of-a-pipeline";
const importPath = "/kubernetes/management/apis/management.loft.sh/v1/projects/web/importvirtualcluster";

withKubectl((kubectl) => {
  const pipeline = `apiVersion: management.loft.sh/v1
kind: OwnedAccessKey
metadata:
  name: pipeline
spec:
  user: pipeline
  key: ${key}
  scope:
    projects:
    - project: web
`;

  rule("a key opens to kubectl what its scope names, until it is disabled", async () => {
    await kubectl.ok("create -f -", `${everyKind("One")}---\n${pipeline}`);
    const mine = `virtualclusterinstance.management.loft.sh/vc\n`;
    expect(await kubectl.ok(`--token=${key} get virtualclusterinstances -n p-web -o name`)).toBe(mine);
    expect(await kubectl.fails(`--token=${key} get virtualclusterinstances -n p-shop`)).toBe(
      'Error from server (Forbidden): virtualclusterinstances.management.loft.sh is forbidden: User "pipeline" cannot list ' +
        'resource "virtualclusterinstances" in API group "management.loft.sh" in the namespace "p-shop"\n',
    );
    await kubectl.ok('patch ownedaccesskey pipeline --type=merge -p {"spec":{"disabled":true}}');
    expect(await kubectl.fails(`--token=${key} get virtualclusterinstances -n p-web`)).toBe(
      "error: You must be logged in to the server (Unauthorized)\n",
    );
  });

  rule("kubectl sends an import request as it is written", async () => {
    const request = {
      apiVersion: "management.loft.sh/v1",
      kind: "ProjectImportVirtualCluster",
      sourceVirtualCluster: { cluster: "east", namespace: "team", name: "vc", importName: "imported" },
    };
    const answer = await kubectl.ok(`create --raw ${importPath} -f -`, JSON.stringify(request));
    expect(JSON.parse(answer)).toMatchObject(request);
    expect(await kubectl.ok("get virtualclusterinstances -n p-web -o name")).toBe(
      "virtualclusterinstance.management.loft.sh/imported\n",
    );
  });
});
