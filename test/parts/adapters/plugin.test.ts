import { readFileSync } from "node:fs";
import path from "node:path";
import type * as plugin from "@pulumi/pulumi/proto/plugin_pb";
import * as rpc from "@pulumi/pulumi/proto/provider_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { root } from "../../support/environment";
import { type Plugin, startPlugin } from "../../support/plugin";

describe.each(["executable", "runner"] as const)("the plugin started as %s", (by) => {
  let started: Plugin;
  beforeAll(async () => {
    started = await startPlugin({ by });
  });
  afterAll(() => started?.close());

  test("prints its port and returns its version and the committed schema", async () => {
    expect(started.stdout()).toBe(`${started.port}\n`);
    const info: plugin.PluginInfo = await started.client.getPluginInfo(new Empty());
    const packageJson = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
    expect(info.getVersion()).toBe(packageJson.version);
    const response = await started.client.getSchema(new rpc.GetSchemaRequest());
    const committed = JSON.parse(readFileSync(path.join(root, "schema.json"), "utf8"));
    expect(JSON.parse(response.getSchema())).toEqual(committed);
    expect(started.stderr()).toBe("");
  });

  test("accepts secrets, and answers UNIMPLEMENTED to a method that it lacks", async () => {
    const handshake = new rpc.ProviderHandshakeRequest();
    handshake.setEngineAddress("127.0.0.1:1");
    const answer = await started.client.handshake(handshake);
    expect(answer.getAcceptSecrets()).toBe(true);
    expect(answer.getSupportsAutonamingConfiguration()).toBe(true);
    await expect(started.client.construct(new rpc.ConstructRequest())).rejects.toThrow("UNIMPLEMENTED");
  });
});
