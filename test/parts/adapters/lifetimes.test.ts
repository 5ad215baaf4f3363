import { clockedStack } from "../../support/clockedStack";
import { writesOf } from "../../support/http";
import { keyPrograms } from "../../support/keyPrograms";
import { programAdapters } from "../../support/programAdapters";

const day = 24 * 3600;

describe.each(programAdapters)("a shorter ttl of a key that is 10 days old, with %s", (_, kind) => {
  const program = (ttl: number) => keyPrograms[kind]({ ci: { inputs: { name: "ci", user: "bot", ttl } } });
  const given = clockedStack({ program: kind, source: program(30 * day) });
  const said = ({ stdout, stderr }: { stdout: string; stderr: string }) => (stdout + stderr).replace(/\s+/g, " ");
  const ends = (ttl: number) => {
    const { creationTimestamp } = given.platform.store.get("ownedaccesskeys", "ci")?.metadata ?? {};
    return new Date(Date.parse(String(creationTimestamp)) + ttl * 1000).toISOString().replace(".000Z", "Z");
  };

  beforeAll(async () => {
    await given.stack.up(["--skip-preview"]);
    given.clock.setAhead(10 * day);
  });

  test("that has passed: the preview says when, and the update fails before anything is sent", async () => {
    given.stack.write(program(7 * day));
    const preview = await given.stack.preview([], { expectSuccess: false });
    expect(said(preview)).toContain(`The new lifetime ends the key at ${ends(7 * day)}.`);
    // Pulumi does not ask dynamic resources for the plan of an update.
    expect(preview.exitCode === 0).toBe(kind === "typescript");
    const update = await given.stack.up(["--skip-preview"], { expectSuccess: false });
    expect(update.exitCode).not.toBe(0);
    const refusal = `property "ttl" would end the key at ${ends(7 * day)}, which has passed.`;
    for (const refused of kind === "yaml" ? [preview, update] : [update]) expect(said(refused)).toContain(refusal);
    expect(given.platform.requests).toEqual([]);
  });

  test("that ends the key within an hour: the preview warns, and the update writes it", async () => {
    const soon = 10 * day + 600;
    given.stack.write(program(soon));
    const preview = await given.stack.preview();
    const replacement = "To replace the key by a new one, change `rotationTriggers` as well.";
    expect(said(preview)).toContain(`The new lifetime ends the key at ${ends(soon)}. ${replacement}`);
    expect(given.platform.requests).toEqual([]);
    await given.stack.up(["--skip-preview"]);
    expect(writesOf(given.platform)).toEqual(["PATCH ownedaccesskeys/ci"]);
  });
});

describe.each(programAdapters)("an expired key, with %s", (_, kind) => {
  const hour = 3600;
  const source = keyPrograms[kind]({ ci: { inputs: { name: "ci", user: "bot", ttl: hour } } });
  const given = clockedStack({ program: kind, source });

  test.each([
    ["preview", []],
    ["preview --refresh", ["--refresh"]],
  ])("is no change, and pulumi %s warns once and names the remedy", async (_command, args) => {
    await given.stack.up(["--skip-preview"]);
    given.clock.setAhead(2 * hour);
    const { stdout } = await given.stack.preview([...args, "--expect-no-changes"]);
    // Pulumi shows each message while it runs, and again at the end.
    const [, diagnostics = ""] = stdout.split("Diagnostics:");
    expect(
      diagnostics.match(/The key expired at \S+, so requests with it get 401\. Change rotationTriggers/g),
    ).toHaveLength(1);
    given.clock.setAhead(0);
  });
});
