import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { newAuthority } from "../../../support/certificates";
import { linkPrograms } from "../../../support/linkPrograms";
import { stackUnderTest } from "../../../support/stackUnderTest";
import { pageUnderTest } from "../support/pageUnderTest";
import { printedLike } from "../support/printedLike";
import { shellUnderTest } from "../support/shellUnderTest";

const authority = newAuthority();
const key = "the-key-of-somebody-who-looks";

// The key may do everything but create templates.
const resources = (...names: string[]) => [{ group: "management.loft.sh", resources: names }];
const rules = [
  { verbs: ["*"], resources: resources("ownedaccesskeys", "virtualclusterinstances", "projects") },
  { verbs: ["get", "list", "patch", "delete"], resources: resources("spacetemplates") },
];

const holder = { apiVersion: "management.loft.sh/v1", kind: "OwnedAccessKey", metadata: { name: "looks" } };

/** A file with the object of that key. */
function seedFile(): string {
  const file = path.join(mkdtempSync(path.join(tmpdir(), "pulumi-platform-test-")), "seed.json");
  writeFileSync(file, JSON.stringify({ ...holder, spec: { user: "somebody", key, rules } }));
  return file;
}

const page = pageUnderTest("docs/doctor.md");
const given = stackUnderTest(() => ({
  program: "typescript",
  source: "",
  platform: { tls: authority.issue({ names: ["127.0.0.1"], days: 98 }), seedFile: seedFile() },
}));
const shell = shellUnderTest(() => ({
  dir: given.stack.dir,
  env: {
    ...given.stack.env,
    PLATFORM_CERTIFICATE_AUTHORITY: authority.cert,
    PLATFORM_ACCESS_KEY: key,
  },
}));

/** The lines of the report that the page shows, without the values of that other machine. */
const elsewhere = { "22.1.0": "…", "https://platform.example.com": "…", "2027-03-01": "…", "98 days": "9… days" };

test("it says of each thing that the provider needs how it stands, prints no key, and ends with 0 for a warning", async () => {
  linkPrograms(given.stack.dir);
  const printed = await shell.run(page.block("npx pulumi-platform doctor"));
  expect(printed).toMatch(printedLike(page.block("ok       node").with({ ...elsewhere, "\n": "…" }).text));
  expect(printed).not.toContain(key);
});

test("it says of a setting that the stack and the environment have which one counts", async () => {
  await given.stack.setConfig({ "platform:baseUrl": given.platform.baseUrl }, { "platform:accessKey": key });
  const printed = await shell.run(page.block("npx pulumi-platform doctor"));
  const shown = page.block("ok       stack dev").with({ "https://platform.example.com": "…", "\n": "…" }).text;
  expect(printed).toMatch(printedLike(shown));
  expect(printed).not.toContain(key);
});

test("every block of the page was run", () => expect(page.unused()).toEqual([]));
