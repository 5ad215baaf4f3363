import * as rpc from "@pulumi/pulumi/proto/provider_pb";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { type FakeEngine, startFakeEngine } from "../../support/fakeEngine";
import { type Plugin, startPlugin } from "../../support/plugin";

const urnOf = (name: string) => `urn:pulumi:dev::test::pulumi:providers:platform::${name}`;
const warning = /^The address of the platform changes\. No object is moved, replaced or deleted for that\./;

describe("a change of a provider's settings", () => {
  let engine: FakeEngine;
  let plugin: Plugin;

  beforeEach(async () => {
    engine = await startFakeEngine();
    plugin = await startPlugin({ engineAddress: engine.address });
  });
  afterEach(async () => {
    await plugin?.close();
    await engine?.close();
  });

  async function diff(name: string, olds: Record<string, string>, news: Record<string, string>): Promise<void> {
    const request = new rpc.DiffRequest();
    request.setUrn(urnOf(name));
    request.setOldInputs(Struct.fromJavaScript(olds));
    request.setNews(Struct.fromJavaScript(news));
    await plugin.client.diffConfig(request);
  }

  /** Check warns of a key without a scope, after all that was said before. */
  async function allHeard(): Promise<void> {
    const request = new rpc.CheckRequest();
    request.setUrn("urn:pulumi:dev::test::platform:index:OwnedAccessKey::res");
    request.setNews(Struct.fromJavaScript({ user: "ci", ttl: 3600 }));
    await plugin.client.check(request);
    await engine.heard("scope");
  }

  test("is warned of once for each provider, and only if it is of the address", async () => {
    await diff("key", { baseUrl: "https://a.test", accessKey: "a" }, { baseUrl: "https://a.test", accessKey: "b" });
    for (const _resource of ["one", "two"])
      await diff("west", { baseUrl: "https://a.test" }, { baseUrl: "https://b.test" });
    await diff("north", { baseUrl: "https://a.test" }, { baseUrl: "https://c.test" });
    await allHeard();
    const warnings = engine.messages.filter((message) => message.includes("address"));
    expect(warnings).toEqual([expect.stringMatching(warning), expect.stringMatching(warning)]);
  });
});
