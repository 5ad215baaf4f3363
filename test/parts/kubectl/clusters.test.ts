import { testWith } from "../../support/needs";
import { useKubectl } from "./kubectl";

const rule = testWith("kubectl");
const kubectl = useKubectl({ api: 4 }, "/kubernetes/cluster/loft-cluster");

rule("apply makes a namespace and a Secret on a connected cluster", async () => {
  const namespace = { apiVersion: "v1", kind: "Namespace", metadata: { name: "shop" } };
  const secret = {
    apiVersion: "v1",
    kind: "Secret",
    metadata: { name: "s", namespace: "shop" },
    stringData: { a: "b" },
  };
  expect(await kubectl.ok("apply -f -", JSON.stringify(namespace))).toBe("namespace/shop created\n");
  expect(await kubectl.ok("apply -f -", JSON.stringify(secret))).toBe("secret/s created\n");
  expect(await kubectl.ok("get secret s -n shop -o jsonpath={.data}")).toBe('{"a":"Yg=="}');
});
