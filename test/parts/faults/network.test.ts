import { newAuthority } from "../../support/certificates";
import { type ForwardProxy, startProxy } from "../../support/forwardProxy";
import { programFaces } from "../../support/programFaces";
import type { ProgramKind } from "../../support/project";
import { createStack, type Stack } from "../../support/stack";
import { type RecordedPlatform, startRecorded } from "../../support/startRecorded";

const login = "me:hunter22-of-the-proxy";
const authority = newAuthority();
const pair = authority.issue({ names: ["platform.test"] });

const programs: Record<ProgramKind, (description: string) => string> = {
  yaml: (description) => `
resources:
  res:
    type: platform:index:SpaceTemplate
    properties: { name: behind, description: ${description} }
`,
  typescript: (description) => `
import { SpaceTemplate } from "pulumi-platform";
new SpaceTemplate("res", { name: "behind", description: "${description}" });
`,
};

describe.each(programFaces)("with %s, a platform behind a proxy", (_face, kind) => {
  let platform: RecordedPlatform;
  let proxy: ForwardProxy;
  let stack: Stack;

  beforeAll(async () => {
    platform = await startRecorded({ tls: pair });
    proxy = await startProxy({ login });
    const env = {
      PLATFORM_BASE_URL: platform.baseUrl.replace("127.0.0.1", "platform.test"),
      PLATFORM_ACCESS_KEY: platform.accessKey,
      PLATFORM_CERTIFICATE_AUTHORITY: authority.cert,
      HTTPS_PROXY: proxy.url.replace("//", `//${login}@`),
      NO_PROXY: "elsewhere.test",
    };
    stack = await createStack({ program: kind, source: programs[kind]("first"), typecheck: false, env });
  });
  afterAll(async () => {
    stack?.dispose();
    await proxy?.close();
    await platform?.close();
  });
  beforeEach(() => {
    platform.requests.length = 0;
    proxy.heads.length = 0;
  });

  const description = () => platform.store.get("spacetemplates", "behind")?.spec;
  const tunnels = () => new Set(proxy.heads.map(({ target }) => target));
  const failure = async (env: Record<string, string>) => {
    const { exitCode, stdout, stderr } = await stack.refresh([], { env, expectSuccess: false });
    expect(exitCode).not.toBe(0);
    expect(platform.requests).toEqual([]);
    return (stdout + stderr).replace(/\s+/g, " ");
  };

  test("reaches what the program declares, over TLS that the proxy cannot read", async () => {
    await stack.up(["--skip-preview"]);
    expect(description()).toMatchObject({ description: "first" });
    stack.write(programs[kind]("second"));
    await stack.up();
    expect(description()).toMatchObject({ description: "second" });
    await stack.refresh(["--expect-no-changes"]);
    expect(tunnels()).toEqual(new Set([`platform.test:${new URL(platform.baseUrl).port}`]));
    expect(JSON.stringify(proxy.heads)).not.toContain(platform.accessKey);
    expect(proxy.strays).toEqual([]);
  });

  test("is unreachable without a login for the proxy, and the error says what to do", async () => {
    const said = await failure({ HTTPS_PROXY: proxy.url });
    expect(said).toContain(
      `without a valid login (127.0.0.1:${proxy.port} from HTTPS_PROXY: 407). Put user and password`,
    );
  });

  test("receives no request while its authority is unknown", async () => {
    const said = await failure({ PLATFORM_CERTIFICATE_AUTHORITY: "" });
    expect(said).toMatch(/no secure connection \(\w+\)\. .*platform:certificateAuthority/);
  });

  test("is reached without an authority if certificates are not verified, with one warning", async () => {
    const env = { PLATFORM_CERTIFICATE_AUTHORITY: "", PLATFORM_INSECURE_SKIP_TLS_VERIFY: "true" };
    const { stdout } = await stack.refresh(["--skip-preview"], { env });
    expect(platform.requests.length).toBeGreaterThan(0);
    // Above the diagnostics, the progress repeats each warning.
    const diagnostics = stdout.slice(stdout.indexOf("Diagnostics:"));
    expect(diagnostics.match(/warning: platform:insecureSkipTlsVerify is set/g)).toHaveLength(1);
  });

  test("is cleaned up, and neither output nor state holds the proxy's password", async () => {
    await stack.destroy();
    expect(platform.store.get("spacetemplates", "behind")).toBeUndefined();
    expect(stack.allOutput() + stack.rawStateFile()).not.toContain("hunter22");
  });
});
