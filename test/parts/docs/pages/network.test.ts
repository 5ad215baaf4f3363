import { writeFileSync } from "node:fs";
import path from "node:path";
import { newAuthority } from "../../../support/certificates";
import { stackUnderTest } from "../../../support/stackUnderTest";
import { pageUnderTest } from "../support/pageUnderTest";
import { shellUnderTest } from "../support/shellUnderTest";

const source = 'resources: { dev: { type: "platform:index:SpaceTemplate", properties: { name: dev } } }';
const up = { text: "pulumi up --skip-preview", place: "after the page" };

const authority = newAuthority();
const pair = authority.issue({ names: ["127.0.0.1"] });
const client = authority.issue();
const files = { "ca.pem": authority.cert, "client.pem": client.cert, "client.key": client.key };

const page = pageUnderTest("docs/network.md");
// The platform hands what else is in `tls` to its server: it asks for certificates of clients.
const strict = { requestCert: true, rejectUnauthorized: true, ca: authority.cert };
const given = stackUnderTest(() => ({ program: "yaml", source, platform: { tls: { ...pair, ...strict } } }));
const shell = shellUnderTest(() => given.stack);

test("a platform is trusted by the authority of the page, and trusts the certificate of the page", async () => {
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(given.stack.dir, name), text);
  expect(await shell.run(up, { fails: [["pulumi up", 1]] })).toContain("platform:certificateAuthority");
  await shell.run(page.block("PLATFORM_CERTIFICATE_AUTHORITY"));
  expect(await shell.run(up, { fails: [["pulumi up", 1]] })).toContain("platform:clientCertificate");
  await shell.run(page.block("PLATFORM_CLIENT_CERTIFICATE"));
  await shell.run(up);
  expect(given.platform.store.get("spacetemplates", "dev")).toBeDefined();
});

test("every block of the page was run", () => expect(page.unused()).toEqual([]));
