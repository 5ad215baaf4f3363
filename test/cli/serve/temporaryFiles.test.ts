import { readdirSync } from "node:fs";
import { startCommand } from "../../support/runningCommand";
import { temporaryFolder } from "../../support/temporaryFolder";
import { program } from "../program";

const path = temporaryFolder();
const left = () => readdirSync(path("."), { recursive: true });

function serve(...args: string[]) {
  const env = { ...(process.env as Record<string, string>), TMPDIR: path("."), TEMP: path("."), TMP: path(".") };
  const all = [program, "serve", "--json", "--tls-self-signed", ...args];
  return startCommand(process.execPath, all, { cwd: path("."), env });
}

const caFiles = [expect.stringMatching(/^pulumi-vcluster-platform-\w+$/), expect.stringMatching(/ca\.pem$/)];

test.each<[NodeJS.Signals, object, string[]]>([
  ["SIGINT", { exitCode: 0, stderr: "" }, []],
  ["SIGTERM", { exitCode: 0, stderr: "" }, []],
  ["SIGHUP", { exitCode: 0, stderr: "" }, []],
  ["SIGKILL", {}, caFiles],
])("serve --tls-self-signed has a folder with the CA only, which %s removes unless it kills", async (...row) => {
  const [signal, end, after] = row;
  const { said, send, ended } = serve();
  await said(/caFile/);
  expect(left()).toEqual(caFiles);
  send(signal, "itself");
  expect(await ended).toMatchObject(end);
  expect(left()).toEqual(after);
});

test.each([
  [["--host", "192.0.2.1"], "EADDRNOTAVAIL"],
  [["--json", "/no/file"], "ENOENT"],
])("serve --tls-self-signed with %j fails and removes the folder", async (args, code) => {
  const { exitCode, stderr } = await serve(...args).ended;
  expect([exitCode, stderr, left()]).toEqual([1, expect.stringContaining(code), []]);
});
