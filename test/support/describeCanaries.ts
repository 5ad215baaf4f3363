import { readFileSync } from "node:fs";
import path from "node:path";
import type { PlatformOptions } from "../../emulator/options";
import type { JsonObject } from "../../emulator/text/json";
import { canariesIn, canary, filesBelow } from "./canaries";
import { canaryProgram, isCanaryProgram, suppliedCanaries } from "./canaryPrograms";
import { runCommand } from "./command";
import { echoOf, refusal } from "./echoes";
import { encryptedIn, encryptedParts, encryptedTemplate } from "./encryptedParts";
import { createAsColleague, editAsColleague, statusWithKey } from "./http";
import { keepOutput } from "./keepOutput";
import type { ProgramKind } from "./project";
import type { Stack } from "./stack";
import { stackUnderTest } from "./stackUnderTest";

const plural = "ownedaccesskeys";

/** Sends known secrets through every key operation and searches all files and output for them. */
export function describeCanaries(kind: ProgramKind, server: PlatformOptions): void {
  describe(`the secrets of a ${kind} program on a platform with ${JSON.stringify(server)}`, () => {
    let received = "";
    const generated = new Set<string>();
    const given = stackUnderTest(() => ({
      program: kind,
      source: canaryProgram(kind, { version: 1 }),
      platform: {
        ...server,
        accessKey: canary("provider", 0),
        onRequest: ({ path: asked, headers, body }) => {
          received += `${asked} ${JSON.stringify(headers)} ${body}\n`;
        },
      },
      settingsIn: "configuration",
    }));
    beforeAll(() => Object.assign(given.stack.env, keepOutput(path.join(given.stack.folder, "output"))));

    /** Searches the output and every file except the program after each step. */
    afterEach(() => {
      for (const { metadata, spec } of given.platform.store.list(plural)) {
        if (metadata.name !== "supplied") generated.add(String((spec as JsonObject).key));
      }
      const written = filesBelow(given.stack.folder);
      for (const name of written.keys()) if (isCanaryProgram(kind, name)) written.delete(name);
      written.set("what was printed", given.stack.allOutput());
      const found = [...written].flatMap(([name, text]) =>
        canariesIn(text, [...generated]).map((each) => [name, each]),
      );
      expect(found).toEqual([]);
    });

    const fail = (
      method: "POST" | "PATCH" | "DELETE",
      action: { status: number; body: string | JsonObject },
      times = 1,
    ) =>
      given.platform.faults.add({
        method,
        kind: plural,
        name: "supplied",
        times,
        action: { ...action, headers: warning(action) },
      });
    const warning = ({ body }: { body: string | JsonObject }) => ({
      warning: `299 - ${JSON.stringify(typeof body === "string" ? body : body.message)}`,
    });
    const printedBy = async (run: Promise<{ exitCode: number; stdout: string; stderr: string }>, succeeds: boolean) => {
      const { exitCode, stdout, stderr } = await run;
      expect(exitCode === 0).toBe(succeeds);
      return stdout + stderr;
    };
    const write = (version: number, user?: string) =>
      given.stack.write(canaryProgram(kind, { version, ...(user && { user }) }));
    const anyway = { expectSuccess: false };

    test("are not in the JSON of a preview, and in its plan", async () => {
      const saved = ["--save-plan", path.join(given.stack.dir, "plan.json")];
      expect(await printedBy(given.stack.preview(["--json", ...saved]), true)).toContain('"create"');
      expect(readFileSync(path.join(given.stack.dir, "plan.json"), "utf8")).toContain("supplied");
    });

    test("are not in a refusal of a create that quotes its body", async () => {
      fail("POST", { status: 422, body: refusal(echoOf(1)) });
      expect(await printedBy(given.stack.up(["--skip-preview"], anyway), false)).toContain("the platform refuses");
    });

    test("are not in the state of a create whose answer is lost and whose object cannot be read", async () => {
      given.platform.faults.add({ method: "POST", kind: plural, name: "supplied", action: "reset-after" });
      const denied = { status: 403, body: { ...refusal(echoOf(1)), reason: "Forbidden", code: 403 } };
      given.platform.faults.add({ method: "GET", kind: plural, name: "supplied", times: 9, action: denied });
      await printedBy(given.stack.up(["--skip-preview"], anyway), false);
      given.platform.faults.clear();
      const kept = (await given.stack.exportState()).deployment.resources?.find(({ urn }) =>
        urn.endsWith("::supplied"),
      );
      expect(kept?.id).toBe("supplied");
      expect(kept?.outputs?.uid).toBeNull();
    });

    test("are not in what an up and its preview print", async () => {
      expect(await printedBy(given.stack.up(["--diff"]), true)).toContain("[secret]");
    });

    test("are encrypted in the state, among inputs and outputs", async () => {
      const { deployment } = await given.stack.exportState();
      const states = deployment.resources?.filter(({ type }) => type.endsWith("OwnedAccessKey")) ?? [];
      const found = states.map(({ urn, inputs, outputs }) => {
        return [urn.split("::").at(-1), { inputs: encryptedIn(inputs), outputs: encryptedIn(outputs) }];
      });
      expect(Object.fromEntries(found)).toEqual(encryptedParts[kind]);
      const template = deployment.resources?.find(({ urn }) => urn.endsWith("::templated"));
      const parts = [template?.inputs, template?.outputs].map((each) => encryptedIn(each));
      expect(parts).toEqual(encryptedTemplate[kind]);
    });

    test("are on the platform", () => {
      const { spec } = given.platform.store.get(plural, "supplied") ?? {};
      expect(spec).toMatchObject({ key: canary("key", 1), identity: { connectorData: canary("connector", 1) } });
      for (const what of suppliedCanaries) expect(received).toContain(canary(what, 1));
      expect(generated.size).toBeGreaterThan(0);
    });

    test("are not in drift, old or new", async () => {
      await editAsColleague(given.platform, `${plural}/supplied`, {
        spec: {
          key: canary("key", 11),
          identity: { connectorData: canary("connector", 11) },
          oidcProvider: { nonce: canary("nonce", 11) },
          oidcLogin: { idToken: canary("id", 11) },
        },
      });
      await editAsColleague(given.platform, "spacetemplates/templated", {
        spec: { template: { charts: [{ name: "c", password: canary("chart", 11) }] } },
      });
      expect(await printedBy(given.stack.pulumi(["refresh", "--preview-only", "--json"]), true)).toContain("supplied");
    });

    test("are not in a conflict, a refresh and the update after it", async () => {
      write(2);
      const conflict = await printedBy(given.stack.up(["--skip-preview", "--diff"], anyway), false);
      expect(conflict).toContain("from [secret] to [secret]");
      expect(await printedBy(given.stack.refresh(["--skip-preview", "--diff"]), true)).toContain("[secret]");
      expect(await printedBy(given.stack.up(["--skip-preview", "--diff"]), true)).toContain("[secret]");
      for (const what of suppliedCanaries) expect(received).toContain(canary(what, 2));
    });

    test("are kept by a refresh", async () => {
      await printedBy(given.stack.refresh(["--skip-preview", "--diff"]), true);
      const { suppliedKey, generatedKey } = await valuesOf(given.stack);
      expect(suppliedKey).toBe(canary("key", 2));
      for (const key of [suppliedKey, generatedKey]) expect(await statusWithKey(given.platform, String(key))).toBe(200);
    });

    test("are not in a refusal of an update, or another error, that quotes its body", async () => {
      write(3);
      fail("PATCH", { status: 503, body: echoOf(2) });
      fail("PATCH", { status: 422, body: refusal(echoOf(3)) });
      expect(await printedBy(given.stack.up(["--skip-preview"], anyway), false)).toContain("the platform refuses");
      fail("PATCH", { status: 500, body: echoOf(3) });
      expect(await printedBy(given.stack.up(["--skip-preview"], anyway), false)).toContain("failed: 500");
    });

    test("are not in a replacement", async () => {
      write(4, "other");
      const printed = await printedBy(given.stack.up(["--diff"]), true);
      expect(printed).toContain("[secret]");
      expect(printed).toContain("replace");
      expect(generated.size).toBe(1);
      for (const what of suppliedCanaries) expect(received).toContain(canary(what, 4));
    });

    if (kind === "yaml") {
      test("are not in an import, nor in the program that it generates", async () => {
        const { metadata: _, ...object } = JSON.parse(JSON.stringify(given.platform.store.get(plural, "supplied")));
        const lastApplied = { "kubectl.kubernetes.io/last-applied-configuration": JSON.stringify(object) };
        const metadata = { name: "old", annotations: lastApplied };
        const spec = { ...object.spec, key: canary("key", 21) };
        await createAsColleague(given.platform, plural, { ...object, metadata, spec });
        const out = path.join(given.stack.dir, "imported.yaml");
        const args = ["--protect=false", "--out", out];
        await given.stack.importResource("vcluster-platform:index:OwnedAccessKey", "imported", "old", args);
        expect(readFileSync(out, "utf8")).toContain("clientId: c");
        const imported = (await given.stack.exportState()).deployment.resources?.find(({ urn }) =>
          urn.endsWith("::imported"),
        );
        const kept = server.hideKeys ? undefined : expect.objectContaining({ ciphertext: expect.any(String) });
        expect(imported?.outputs?.key).toEqual(kept);
      });
    }

    test("are not in a refusal of a delete that quotes the object, nor after the delete", async () => {
      fail("DELETE", { status: 422, body: refusal(echoOf(4)) }, 2);
      fail("DELETE", { status: 500, body: echoOf(4) }, 1);
      expect(await printedBy(given.stack.destroy(["--skip-preview"], anyway), false)).toContain("supplied");
      given.platform.faults.clear();
      await printedBy(given.stack.destroy(["--skip-preview", "--diff"]), true);
      expect(given.platform.store.list(plural)).toEqual([]);
    });

    test("are found by this search in the program itself, and the searched files exist", () => {
      const files = [...filesBelow(given.stack.folder)];
      const programs = files.filter(([name]) => isCanaryProgram(kind, name));
      expect(programs.length).toBeGreaterThan(0);
      for (const [, text] of programs) expect(canariesIn(text)).not.toEqual([]);
      for (const kept of [/^output/, /^state.*history/, /\.bak$/, /^pulumi.*logs/]) {
        expect(files.some(([name]) => kept.test(name))).toBe(true);
      }
    });
  });
}

/** The outputs in clear text, which are not added to the output of the stack. */
async function valuesOf({ dir, env }: Stack): Promise<Record<string, unknown>> {
  const args = ["stack", "output", "--json", "--show-secrets"];
  return JSON.parse((await runCommand("pulumi", args, { cwd: dir, env })).stdout);
}
