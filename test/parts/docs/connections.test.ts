import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { newAuthority } from "../../support/certificates";
import { root, testEnvironment } from "../../support/environment";
import { describePage, printedLike } from "../../support/pageUnderTest";
import { shellUnderTest } from "../../support/shellUnderTest";
import { stackUnderTest } from "../../support/stackUnderTest";
import { type RecordedPlatform, startRecorded } from "../../support/startRecorded";
import { userEnvironment } from "../../support/userEnvironment";
import { installPackage } from "../../support/userInstall";

const authority = newAuthority();
const oneTemplate = 'resources: { dev: { type: "vcluster-platform:index:SpaceTemplate", properties: { name: dev } } }';

describePage("docs/network.md", (page) => {
  const up = { text: "pulumi up --skip-preview", place: "after the page" };
  const pair = authority.issue({ names: ["127.0.0.1"] });
  const client = authority.issue();
  const files = { "ca.pem": authority.cert, "client.pem": client.cert, "client.key": client.key };
  // The emulator passes other TLS options to its server, which requires client certificates.
  const tls = { ...pair, requestCert: true, rejectUnauthorized: true, ca: authority.cert };
  const given = stackUnderTest(() => ({ program: "yaml", source: oneTemplate, platform: { tls } }));
  const shell = shellUnderTest(() => given.stack);

  test("the provider trusts the page's authority and sends the page's client certificate", async () => {
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(given.stack.dir, name), text);
    expect(await shell.run(up, { fails: [["pulumi up", 1]] })).toContain("vcluster-platform:certificateAuthority");
    await shell.run(page.block("VCLUSTER_PLATFORM_CERTIFICATE_AUTHORITY"));
    expect(await shell.run(up, { fails: [["pulumi up", 1]] })).toContain("vcluster-platform:clientCertificate");
    await shell.run(page.block("VCLUSTER_PLATFORM_CLIENT_CERTIFICATE"));
    await shell.run(up);
    expect(given.platform.store.get("spacetemplates", "dev")).toBeDefined();
  });
});

describePage("docs/installation-configuration.md", (page) => {
  const key = "the-key-of-somebody-who-looks";
  // The key may do everything but create templates.
  const resources = (...names: string[]) => [{ group: "management.loft.sh", resources: names }];
  const rules = [
    { verbs: ["*"], resources: resources("ownedaccesskeys", "virtualclusterinstances", "projects") },
    { verbs: ["get", "list", "patch", "delete"], resources: resources("spacetemplates") },
  ];
  const tls = authority.issue({ names: ["127.0.0.1"], days: 98 });
  // A request of this process would not trust the certificate.
  const seedFile = path.join(mkdtempSync(path.join(tmpdir(), "pulumi-vcluster-platform-test-")), "seed.json");
  const given = stackUnderTest(() => ({
    program: "yaml",
    source: "resources: {}",
    platform: { tls, seedFile },
  }));
  const shell = shellUnderTest(() => {
    const own = { VCLUSTER_PLATFORM_CERTIFICATE_AUTHORITY: authority.cert, VCLUSTER_PLATFORM_ACCESS_KEY: key };
    return { dir: given.stack.dir, env: { ...given.stack.env, ...userEnvironment, ...own } };
  });
  const elsewhere = { "https://platform.example.com": "…", "\n": "…" };

  const holder = { apiVersion: "management.loft.sh/v1", kind: "OwnedAccessKey", metadata: { name: "looks" } };
  writeFileSync(seedFile, JSON.stringify({ ...holder, spec: { user: "somebody", key, rules } }));
  beforeAll(async () => {
    await installPackage(shell, page);
    await shell.run(page.block("node_modules/.bin"));
  });

  test("its first two settings select the platform", async () => {
    const settings = { "https://platform.example.com": given.platform.baseUrl, "…": key };
    await shell.run(page.block("export VCLUSTER_PLATFORM_ACCESS_KEY").with(settings));
  });

  test("the report is as the page shows it, without a key, and a warning ends with 0", async () => {
    const printed = await shell.run(page.block("npx --no -- pulumi-vcluster-platform doctor"));
    const values = { "22.1.0": "…", "2027-03-01": "…", "98 days": "9… days" };
    expect(printed).toMatch(printedLike(page.block("ok       node").with({ ...elsewhere, ...values }).text));
    expect(printed).not.toContain(key);
  });

  test("a setting of both the stack and the environment is reported with the one that counts", async () => {
    await given.stack.setConfig(
      { "vcluster-platform:baseUrl": given.platform.baseUrl },
      { "vcluster-platform:accessKey": key },
    );
    const printed = await shell.run(page.block("npx --no -- pulumi-vcluster-platform doctor"));
    expect(printed).toMatch(printedLike(page.block("ok       stack dev").with(elsewhere).text));
    expect(printed).not.toContain(key);
  });
});

describePage(
  "docs/settings.md",
  (page) => {
    const given = stackUnderTest(() => ({ program: "yaml", source: "resources: {}" }));
    let west: RecordedPlatform;
    beforeAll(async () => {
      west = await startRecorded();
    });
    afterAll(() => west?.close());

    test("each resource goes to the platform of its provider", async () => {
      const addresses = {
        "https://east.example.com": given.platform.baseUrl,
        "https://west.example.com": west.baseUrl,
      };
      given.stack.write(page.block("pulumi:providers:vcluster-platform").with(addresses).text);
      await given.stack.setConfig({}, { "test:eastKey": given.platform.accessKey, "test:westKey": west.accessKey });
      await given.stack.up();
      expect(west.store.get("spacetemplates", "dev")).toBeDefined();
      expect(given.platform.store.list("spacetemplates")).toEqual([]);
    });
  },
  // The provider in TypeScript: the generated SDK is compiled in part languages.
  { except: 1 },
);

describePage("docs/testing.md", (page) => {
  const { NODE_ENV: _mode, JEST_WORKER_ID: _worker, ...env } = testEnvironment(process.env.HOME ?? "");
  const shell = shellUnderTest(() => ({ dir: root, env }));

  test("the suite runs against a server given by address and key", async () => {
    const platform = await startRecorded();
    const server = { "https://platform.example.com": platform.baseUrl, "…": platform.accessKey };
    expect(await shell.run(page.block("npm run conformance").with(server))).toContain(platform.baseUrl);
    await platform.close();
  });
});
