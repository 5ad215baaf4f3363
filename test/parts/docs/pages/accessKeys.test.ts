import { editAsColleague, statusWithKey } from "../../../support/http";
import { stackUnderTest } from "../../../support/stackUnderTest";
import { pageUnderTest } from "../support/pageUnderTest";
import { printedLike } from "../support/printedLike";

const page = pageUnderTest("docs/access-keys.md");

const yamlKey = (properties: object) =>
  `resources: ${JSON.stringify({ ci: { type: "platform:index:OwnedAccessKey", properties } })}`;
const key = { user: "ci-bot", ttl: 3600, scope: { allowCli: true } };

describe("a key near its end", () => {
  const given = stackUnderTest(() => ({ program: "yaml", source: yamlKey({ ...key, ttl: 3600 }) }));

  test("is replaced, and the preview says why and when it expires", async () => {
    await given.stack.up(["--skip-preview"]);
    // The platform gives it less life than the margin of the next program.
    given.stack.write(yamlKey({ ...key, rotateBeforeExpiry: 3599 }));
    const { stdout } = await given.stack.preview();
    const said = page.block("it is replaced by a new one").with({ "2026-11-21T18:41:14Z": "…" });
    expect(stdout).toMatch(printedLike(said.text));
  });
});

describe("two keys that are replaced in turn", () => {
  const block = page.block("export const tokens");
  const head = 'import { OwnedAccessKey } from "pulumi-platform";\n';
  const given = stackUnderTest(() => ({ program: "typescript", source: head + block.text }));

  test("go on working one after the other", async () => {
    await given.stack.up(["--skip-preview"]);
    const tokens = async () => (await given.stack.outputs({ showSecrets: true })).tokens as [string, string];
    const [even, odd] = await tokens();
    given.stack.write(head + block.with({ "2026-11-01": "2026-12-01" }).text);
    await given.stack.up(["--skip-preview"]);
    const [newEven, sameOdd] = await tokens();
    expect(sameOdd).toBe(odd);
    const statuses = [even, newEven, odd].map((value) => statusWithKey(given.platform, value));
    expect(await Promise.all(statuses)).toEqual([401, 200, 200]);
  });
});

describe("a key that somebody disabled", () => {
  const given = stackUnderTest(() => ({ program: "yaml", source: yamlKey(key) }));

  test("is neither enabled nor replaced: the next up names who did it", async () => {
    await given.stack.up(["--skip-preview"]);
    const { name } = given.platform.store.list("ownedaccesskeys")[0]?.metadata ?? {};
    await editAsColleague(given.platform, `ownedaccesskeys/${name}`, { spec: { disabled: true } });
    await given.stack.refresh();
    const { exitCode, stdout } = await given.stack.up([], { expectSuccess: false });
    expect(exitCode).not.toBe(0);
    const said = page
      .block("the key was disabled outside by")
      .with({ "ci-4c1b2f9": String(name), "2026-11-21T17:41:14Z": "…" });
    expect(stdout).toMatch(printedLike(said.text));
  });
});

test("every block of the page was run", () => expect(page.unused()).toEqual([]));
