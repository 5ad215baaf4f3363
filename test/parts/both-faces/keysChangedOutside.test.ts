import { clockedStack } from "../../support/clockedStack";
import { deleteAsColleague, editAsColleague, statusWithKey, writesOf } from "../../support/http";
import { type DeclaredKey, keyPrograms } from "../../support/keyPrograms";
import { programFaces } from "../../support/programFaces";

const limits = { user: "bot", ttl: 3600, rotateBeforeExpiry: 600 };

/** How the program answers that somebody disabled a key. */
const answers: Record<string, Record<string, unknown>> = {
  agreed: { disabled: true },
  enabled: { disabled: false },
  renewed: { rotationTriggers: { reason: "leaked" } },
  // Its rotation is due, but that is no answer.
  unanswered: {},
};

describe.each(programFaces)("on %s, keys that somebody else", (_, kind) => {
  let outputs: Record<string, unknown>;

  const program = (answered: typeof answers) => {
    const inputs = (name: string) => (name === "unanswered" ? limits : { user: "bot", ttl: 3600 });
    const keys = Object.keys(answers).map((name): [string, DeclaredKey] => [
      name,
      { inputs: { ...inputs(name), ...answered[name] } },
    ]);
    return keyPrograms[kind]({
      ...Object.fromEntries(keys),
      lost: { inputs: { name: "lost", user: "bot", ttl: 3600 } },
    });
  };

  const given = clockedStack({ program: kind, source: program({}), typecheck: false });

  beforeAll(async () => {
    await given.stack.up(["--skip-preview"]);
    outputs = await given.stack.outputs({ showSecrets: true });
    for (const name of Object.keys(answers)) {
      await editAsColleague(given.platform, `ownedaccesskeys/${outputs[`${name}Name`]}`, { spec: { disabled: true } });
    }
    await deleteAsColleague(given.platform, "ownedaccesskeys/lost");
    given.clock.setAhead(3001);
  });

  const isDisabled = (name: unknown) =>
    JSON.parse(JSON.stringify(given.platform.store.get("ownedaccesskeys", String(name)))).spec.disabled ?? false;

  test("deleted are told by a refresh", async () => {
    const { stdout, stderr } = await given.stack.refresh(["--skip-preview"]);
    expect(stdout + stderr).toContain('OwnedAccessKey "lost" is not on the platform any more: somebody deleted it.');
    expect(writesOf(given.platform)).toEqual([]);
  });

  test("deleted are created again, and disabled are left alone by an error that names who", async () => {
    // Each failure is told, not only the first.
    const failed = await given.stack.up(["--skip-preview", "--continue-on-error"], { expectSuccess: false });
    expect(failed.exitCode).not.toBe(0);
    const words = failed.stdout + failed.stderr;
    for (const name of Object.keys(answers)) {
      const key = outputs[`${name}Name`];
      expect(words).toContain(
        `Cannot update OwnedAccessKey "${key}": the key was disabled outside by "kubectl-edit" at`,
      );
      expect(isDisabled(key)).toBe(true);
    }
    expect(writesOf(given.platform)).toEqual(["POST ownedaccesskeys"]);
    expect(given.platform.store.get("ownedaccesskeys", "lost")).toBeDefined();
  });

  test("disabled are as the program answers, and without an answer as they were", async () => {
    given.stack.write(program(answers));
    const failed = await given.stack.up(["--skip-preview", "--continue-on-error"], { expectSuccess: false });
    const words = failed.stdout + failed.stderr;
    expect(words.match(/Cannot update OwnedAccessKey "[^"]+"/g)?.[0]).toBe(
      `Cannot update OwnedAccessKey "${outputs.unansweredName}"`,
    );
    expect(isDisabled(outputs.agreedName)).toBe(true);
    expect(isDisabled(outputs.enabledName)).toBe(false);
    expect(isDisabled(outputs.unansweredName)).toBe(true);
    // The host of YAML ends with the key that failed, and the engine then leaves deletions to an up that succeeds.
    given.stack.write(program({ ...answers, unanswered: { disabled: true, rotateBeforeExpiry: undefined } }));
    await given.stack.up(["--skip-preview"]);
    const writes = writesOf(given.platform);
    // What the platform has already is not written.
    expect(writes).not.toContain(`PATCH ownedaccesskeys/${outputs.agreedName}`);
    expect(writes.filter((write) => !write.startsWith("PATCH"))).toEqual([
      "POST ownedaccesskeys",
      `DELETE ownedaccesskeys/${outputs.renewedName}`,
    ]);
    const keys = given.platform.store.list("ownedaccesskeys").map(({ metadata }) => metadata.name);
    const renewed = keys.find((name) => name.startsWith("renewed-"));
    const { key } = JSON.parse(JSON.stringify(given.platform.store.get("ownedaccesskeys", String(renewed)))).spec;
    expect(await statusWithKey(given.platform, key)).toBe(200);
  });
});
