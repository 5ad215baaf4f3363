import { importInputs } from "../../support/importInputs";
import { addVirtualCluster, productPlatform, registrationInputs } from "../../support/virtualClusters";
import { createFor } from "../stackOfTest";
import { importing } from "./importing";

const stack = ["web", "prod"] as const;
const leftOut = "Left out what Pulumi stacks have made: 1 object. --managed takes such objects, too.\n";

describe("on vCluster Platform 4", () => {
  const { ids, platform, runImport } = importing(productPlatform);

  test("a virtual cluster that a stack registered is omitted and counted, and included with --managed", async () => {
    await addVirtualCluster(platform(), "team");
    await createFor(platform(), stack, "VirtualClusterImport", registrationInputs("team"));
    expect((await runImport("--all")).out).toContain(leftOut);
    await runImport("--all", "--managed", "--kind", "VirtualClusterImport", "--force");
    expect(ids()).toEqual(["web/team"]);
  });
});

describe("on a platform with the import request", () => {
  const { ids, platform, runImport } = importing();

  test("a virtual cluster that a stack imported has no mark of it, so it is taken", async () => {
    await createFor(platform(), stack, "VirtualClusterImport", importInputs("imported"));
    await runImport("--all");
    expect(ids()).toEqual(["web/imported"]);
  });
});
