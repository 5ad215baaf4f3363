import { ApiClient } from "../../../provider/api/client";
import { DryRunProbe } from "../../../provider/api/dryRunProbe";
import type { Config } from "../../../provider/config";
import { create, update } from "../../../provider/engine";
import type { OperationContext } from "../../../provider/objects/operation";
import { ownedAccessKey } from "../../../provider/resources/ownedAccessKey";
import { startRecorded } from "../../support/startRecorded";

test.each<[string, object, string[]]>([
  ["generated, which may have been rotated", {}, ["key"]],
  ["declared", { key: "supplied-key-0123456789" }, []],
])("a PUT that carries a hidden key which is %s", async (_, own, warnedOf) => {
  const platform = await startRecorded({ hideKeys: true });
  const { baseUrl, accessKey } = platform;
  const client = new ApiClient({ baseUrl, accessKey, vendor: "loft.sh", userAgent: "pulumi-platform/test" });
  const warnings: string[] = [];
  const context: OperationContext = {
    client,
    config: { baseUrl, accessKey, vendor: "loft.sh", cliScopeField: "allowLoftCli", conflictPolicy: "merge" } as Config,
    dryRunProbe: new DryRunProbe(client),
    owner: { project: "test", stack: "dev", type: "", name: "res" },
    secretPaths: [],
    ignored: [],
    call: {},
    warn: (message) => warnings.push(message),
    warnOnce: () => {},

    status: () => {},
  };
  const inputs = { name: "hidden", user: "ci", ...own };
  const before = await create(ownedAccessKey, context, inputs);
  platform.faults.add({ method: "PATCH", times: 1, action: { status: 415 } });
  await update(ownedAccessKey, context, before.id, before, { ...inputs, displayName: "b" });
  expect(warnings).toEqual(
    warnedOf.map((property) => expect.stringContaining(`value of ${property} that state knows`)),
  );
  await client.close();
  await platform.close();
});
