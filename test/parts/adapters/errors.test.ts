import { writesOf } from "../../support/http";
import { programAdapters } from "../../support/programAdapters";
import type { ProgramKind } from "../../support/project";
import { resourcePrograms } from "../../support/resourcePrograms";
import { stackUnderTest } from "../../support/stackUnderTest";

const canary = "canary-access-key-0123456789";

/** The YAML host checks a program against the schema before it calls the provider. */
const misfits: Record<ProgramKind, string[]> = {
  yaml: [
    "displayName: Cannot assign 'List<string>' to 'string'",
    "Cannot assign '{user: List<string>}' to 'vcluster-platform:index:AccessRule'",
    'Allowed values are "merge", "overwrite", "fail"',
  ],
  typescript: [
    'property "displayName" must be a string, not a list',
    'property "displayname" is not a property. Known here: name,',
    'property "access[0].user" is not a property. Known here: name, users, teams, verbs, subresources',
    'property "conflictPolicy" must be one of "merge", "overwrite", "fail"',
  ],
};

describe.each(programAdapters)("errors of %s", (_, kind) => {
  const template = (inputs: object) => resourcePrograms[kind]({ res: { inputs: { ...inputs } } });
  const key = (inputs: object) => resourcePrograms[kind]({ res: { type: "OwnedAccessKey", inputs: { ...inputs } } });
  const given = stackUnderTest(() => ({
    program: kind,
    source: template({}),
    platform: { accessKey: canary },
  }));
  beforeEach(() => {
    given.platform.requests.length = 0;
    given.platform.faults.clear();
  });

  /** Output of a command that has to fail, without a stack trace and without the access key. */
  async function failure(verb: "preview" | "refresh", env: Record<string, string> = {}): Promise<string> {
    const { exitCode, stdout, stderr } = await given.stack[verb]([], { env, expectSuccess: false });
    const printed = stdout + stderr;
    expect(exitCode).not.toBe(0);
    expect(printed).not.toMatch(/\n\s+at .*:\d+:\d+/);
    expect(printed).not.toContain(canary);
    return printed.replace(/\s+/g, " ");
  }

  test("wrong types and unknown fields fail the preview, which names every property and sends nothing", async () => {
    given.stack.write(
      template({ displayName: ["a"], displayname: "a", access: [{ user: ["a"] }], conflictPolicy: "mine" }),
    );
    const said = await failure("preview");
    for (const expected of misfits[kind]) expect(said).toContain(expected);
    expect(given.platform.requests).toEqual([]);
  });

  test("a bad value of a secret field is not shown", async () => {
    // The YAML host itself quotes values of wrong types, so the value is of the right type there.
    const connectorData = kind === "yaml" ? canary : [canary];
    given.stack.write(key({ key: "", identity: { connectorData }, user: "ci", subject: "ci" }));
    const said = await failure("preview");
    expect(said).toContain('property "key" must not be empty');
    expect(said).toContain('property "subject" cannot be combined with `user`');
    if (kind !== "yaml") expect(said).toContain('property "identity.connectorData" must be a string, not a list');
  });

  test("an unreachable platform fails a refresh, which drops nothing, but no preview that needs no response", async () => {
    given.stack.write(template({ name: "there" }));
    await given.stack.up(["--skip-preview"]);
    const env = { VCLUSTER_PLATFORM_BASE_URL: "http://127.0.0.1:1" };
    await given.stack.preview(["--expect-no-changes"], { env });
    expect(await failure("refresh", env)).toMatch(/refused.*vcluster-platform:baseUrl/);
    await given.stack.refresh(["--skip-preview", "--expect-no-changes"]);
    expect(writesOf(given.platform)).toEqual(["POST spacetemplates"]);
  });

  test("after all these failures one up creates one object", async () => {
    given.stack.write(template({ name: "after" }));
    await given.stack.up(["--skip-preview"]);
    expect(given.platform.store.list("spacetemplates").map(({ metadata }) => metadata.name)).toEqual(["after"]);
    await given.stack.destroy(["--skip-preview"]);
    expect(given.stack.rawStateFile() + given.stack.allOutput()).not.toContain(canary);
  });
});

describe.each(programAdapters)("the platform's messages about a resource of %s", (_, kind) => {
  const source = resourcePrograms[kind]({ res: { inputs: { name: "said", finalizers: ["plain"] } } });
  const given = stackUnderTest(() => ({ program: kind, source }));

  test("a Warning header is shown as a warning", async () => {
    const { stdout, stderr } = await given.stack.up(["--skip-preview"]);
    expect(stdout + stderr).toMatch(/warning: .*"plain": prefer a domain-qualified finalizer name/);
  });
});
