import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { get } from "node:https";
import { selfSigned } from "../../emulator/http/selfSigned";
import { temporaryFolder } from "../emulator/temporaryFolder";
import { finish, firstOutput, type Ready, start, startServe, stop } from "./program";

// A start from the sources may have the TypeScript compiler to load.
jest.setTimeout(60_000);

const path = temporaryFolder();
const projects = "/kubernetes/management/apis/management.loft.sh/v1/projects";

const status = ({ baseUrl, accessKey }: Ready, ca: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    const headers = { authorization: `Bearer ${accessKey}` };
    const request = get(`${baseUrl}${projects}`, { ca, headers, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    request.once("error", reject);
  });

test("--tls-self-signed serves HTTPS that the CA in caFile vouches for, and the file goes with the process", async () => {
  const { program, ready } = await startServe("--tls-self-signed", "--host", "0.0.0.0");
  expect(ready.baseUrl).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
  const caFile = String(ready.caFile);
  expect(await status(ready, readFileSync(caFile, "utf8"))).toBe(200);
  expect(await stop(program)).toEqual({ code: 0, out: "", err: "" });
  expect(existsSync(caFile)).toBe(false);
});

test("the lines to paste name the CA by the variable that the provider reads", async () => {
  const program = start("serve", "--tls-self-signed");
  const text = await firstOutput(program);
  expect(text).toMatch(/^ {2}export PLATFORM_CERTIFICATE_AUTHORITY="\$\(cat \S+ca\.pem\)"$/m);
  await stop(program);
});

test("--tls-cert and --tls-key serve HTTPS, and a key of another certificate is refused", async () => {
  const [own, other] = await Promise.all([selfSigned(), selfSigned()]);
  writeFileSync(path("cert.pem"), own.cert);
  writeFileSync(path("key.pem"), own.key);
  writeFileSync(path("other.pem"), other.key);
  const { program, ready } = await startServe("--tls-cert", path("cert.pem"), "--tls-key", path("key.pem"));
  expect(ready.caFile).toBeNull();
  expect(await status(ready, own.ca)).toBe(200);
  await stop(program);
  const wrong = await finish(start("serve", "--tls-cert", path("cert.pem"), "--tls-key", path("other.pem")));
  expect([wrong.code, wrong.out]).toEqual([1, ""]);
  const problem = `the key in ${path("other.pem")} is not that of the certificate in ${path("cert.pem")}`;
  expect(wrong.err).toBe(`pulumi-platform serve: ${problem}. Give the two that belong together.\n`);
});
