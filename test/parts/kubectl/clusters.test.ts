import { testWith } from "../../support/needs";
import { useKubectl } from "./kubectl";

const rule = testWith("kubectl");
const kubectl = useKubectl({ api: 4 }, "/kubernetes/cluster/loft-cluster");

rule("create secret and create namespace work on a connected cluster, though kubectl sends protobuf", async () => {
  expect(await kubectl.ok("create namespace shop --save-config")).toBe("namespace/shop created\n");
  const literals = `--from-literal=a=b --from-literal=long=${"x".repeat(300)}`;
  expect(await kubectl.ok(`create secret generic s -n shop ${literals}`)).toBe("secret/s created\n");
  const data = JSON.parse(await kubectl.ok("get secret s -n shop -o jsonpath={.data}"));
  expect(data).toEqual({ a: "Yg==", long: Buffer.from("x".repeat(300)).toString("base64") });
});
