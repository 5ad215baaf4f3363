import { newAuthority } from "../../support/certificates";
import { type ForwardProxy, startProxy } from "../../support/forwardProxy";
import { programAdapters } from "../../support/programAdapters";
import { resourcePrograms } from "../../support/resourcePrograms";
import { createStack, type Stack } from "../../support/stack";
import { type RecordedPlatform, startRecorded } from "../../support/startRecorded";

const login = "me:hunter22-of-the-proxy";
const authority = newAuthority();
const pair = authority.issue({ names: ["platform.test"] });

const template = (description: string) => ({ res: { inputs: { name: "behind", description } } });

describe.each(programAdapters)("with %s, a platform behind a proxy", (_adapter, kind) => {
  let platform: RecordedPlatform;
  let proxy: ForwardProxy;
  let stack: Stack;

  beforeAll(async () => {
    platform = await startRecorded({ tls: pair });
    proxy = await startProxy({ login });
    const env = {
      VCLUSTER_PLATFORM_BASE_URL: platform.baseUrl.replace("127.0.0.1", "platform.test"),
      VCLUSTER_PLATFORM_ACCESS_KEY: platform.accessKey,
      VCLUSTER_PLATFORM_CERTIFICATE_AUTHORITY: authority.cert,
      HTTPS_PROXY: proxy.url.replace("//", `//${login}@`),
      NO_PROXY: "elsewhere.test",
    };
    stack = await createStack({
      program: kind,
      source: resourcePrograms[kind](template("first")),
      env,
    });
  });
  afterAll(async () => {
    stack?.dispose();
    await proxy?.close();
    await platform?.close();
  });
  const description = () => platform.store.get("spacetemplates", "behind")?.spec;
  const tunnels = () => new Set(proxy.heads.map(({ target }) => target));
  test("reaches what the program declares, over TLS that the proxy cannot read", async () => {
    await stack.up(["--skip-preview"]);
    expect(description()).toMatchObject({ description: "first" });
    stack.write(resourcePrograms[kind](template("second")));
    await stack.up();
    expect(description()).toMatchObject({ description: "second" });
    await stack.refresh(["--expect-no-changes"]);
    await stack.destroy();
    expect(platform.store.get("spacetemplates", "behind")).toBeUndefined();
    expect(tunnels()).toEqual(new Set([`platform.test:${new URL(platform.baseUrl).port}`]));
    expect(JSON.stringify(proxy.heads)).not.toContain(platform.accessKey);
    expect(proxy.strays).toEqual([]);
    expect(stack.allOutput() + stack.rawStateFile()).not.toContain("hunter22");
  });
});
