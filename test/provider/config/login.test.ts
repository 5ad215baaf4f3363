import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { systemFiles } from "../../../provider/config/login";
import { type ResolvedConfig, resolveConfig } from "../../../provider/config/resolveConfig";
import { Session } from "../../../provider/engine/session";
import { temporaryFolder } from "../../support/temporaryFolder";

const path = temporaryFolder();
const login = JSON.stringify({ host: "https://platform.test", accesskey: "key-of-the-login" });

function homeWith(make: (file: string) => void) {
  mkdirSync(path(".loft"));
  make(path(".loft/config.json"));
  return resolveConfig({}, { env: {}, files: { ...systemFiles, homedir: path("") } });
}

/** The warnings of a run with several operations. */
function warningsWith(resolved: ResolvedConfig): string[] {
  if (!("config" in resolved)) throw new Error("The settings are not complete.");
  const warn = jest.fn<undefined, [string]>();
  const session = new Session(resolved.config);
  const diagnostics = { warn, inform: () => {}, status: () => {} };
  const owner = { project: "p", stack: "s", type: "t", name: "n" };
  for (const _ of [1, 2]) session.context({ method: "read", owner, secrets: [], secretPaths: [], diagnostics });
  return warn.mock.calls.flat();
}

test("a login file that is a pipe does not block, and the error says so", () => {
  const resolved = homeWith((file) => execFileSync("mkfifo", [file]));
  const reasons = "problems" in resolved ? resolved.problems.map(({ reason }) => reason).join("\n") : "";
  expect(reasons).toContain("~/.loft/config.json was ignored, because it cannot be opened (no regular file).");
});

test("a certificate authority that is a pipe does not block, and is refused", () => {
  execFileSync("mkfifo", [path("ca.pem")]);
  const settings = { baseUrl: "https://platform.test", accessKey: "k", certificateAuthority: path("ca.pem") };
  const resolved = resolveConfig(settings, { env: {}, files: systemFiles });
  expect(resolved).toMatchObject({ problems: [{ property: "certificateAuthority" }] });
});

test("a second login file is used only with a warning about the first, which is a pipe", () => {
  mkdirSync(path(".vcluster"));
  execFileSync("mkfifo", [path(".vcluster/config.json")]);
  const resolved = homeWith((file) => writeFileSync(file, login));
  expect(warningsWith(resolved)).toEqual([
    "~/.vcluster/config.json was ignored, because it cannot be opened (no regular file). " +
      "Log in again, or set the settings elsewhere, such as in the environment.",
  ]);
});

test.each([
  [0o600, false],
  [0o644, false],
  [0o620, true],
  [0o602, true],
])("a login file with the mode %o is warned of: %p", (mode, isShared) => {
  const resolved = homeWith((file) => {
    writeFileSync(file, login);
    chmodSync(file, mode);
  });
  const warning = "Other users may write ~/.loft/config.json, .* Run `chmod 600 ~/.loft/config.json`.";
  expect(warningsWith(resolved)).toEqual(isShared ? [expect.stringMatching(warning)] : []);
});
