import http from "node:http";
import net from "node:net";
import { diagnosing, skippedBehind } from "./diagnosing";

const { answering, behindDiscovery, closers, diagnose, hanging, listening } = diagnosing();

const notPlatforms: [string, () => Promise<string>, RegExp][] = [
  [
    "a page for people",
    () => answering(200, "<html>Sign in</html>"),
    /^problem: it answers a page for people \(200\) \| Set baseUrl/,
  ],
  [
    "another API",
    () => answering(200, '{"hello": 1}'),
    /^problem: it answers something else than .* \(200\) \| Set baseUrl/,
  ],
  [
    "nothing there",
    () => answering(404, "404 page not found"),
    /^problem: no Management API is served at this address \(404\)/,
  ],
  [
    "a redirect",
    () => answering(302, "", { location: "https://login.example.com/?token=canary-1" }),
    /^problem: it answers a redirect to login\.example\.com \(302\), which is not followed/,
  ],
  ["a server that fails", () => answering(503, "down"), /^problem: it answers 503 \| Try again later/],
  [
    "no HTTP",
    () => listening(net.createServer((socket) => socket.end("SSH-2.0-x\r\n"))),
    /^problem: the answer is not HTTP .*PLATFORM_BASE_URL/,
  ],
  [
    "a connection that is closed",
    () => listening(net.createServer((socket) => socket.destroy())),
    /^problem: the connection was closed without an answer/,
  ],
  [
    "an answer without end",
    () =>
      listening(
        http.createServer((_, response) => {
          const piece = " ".repeat(1024 * 1024);
          const more = () => response.write(piece, (error) => error || setImmediate(more));
          more();
        }),
      ),
    /^problem: the answer is too large \| Check PLATFORM_BASE_URL/,
  ],
  ["no answer", hanging, /^problem: no answer in time/],
];

test.each(notPlatforms)(
  "%s is no platform: one problem, and what depends on it is skipped",
  async (_, begin, words) => {
    const { said, code } = await diagnose(
      { PLATFORM_BASE_URL: await begin() },
      { timeoutMs: begin === hanging ? 300 : 10_000 },
    );
    expect(said.platform).toMatch(words);
    expect(JSON.stringify(said)).not.toContain("canary-1");
    expect(said).toMatchObject({ connection: expect.stringMatching(/^ok/), ...skippedBehind("platform") });
    expect(code).toBe(1);
  },
);

test("a redirect to a host that is a part of the key in lower case names no host", async () => {
  const begin = await answering(302, "", { location: "https://Secret-Part/OfTheKey" });
  const { said } = await diagnose({ PLATFORM_BASE_URL: begin, PLATFORM_ACCESS_KEY: "Secret-Part/OfTheKey" });
  expect(said.platform).toMatch(/^problem: it answers a redirect \(302\), which is not followed/);
});

test("a platform that limits requests is told without an option that this command has not", async () => {
  const limited = behindDiscovery((_, response) => response.writeHead(429, { "retry-after": "3600" }).end("{}"));
  const { said } = await diagnose({ PLATFORM_BASE_URL: await limited });
  expect(said.key).toMatch(/429.* The server limits requests: try again later\./);
});

const page = (status: number) =>
  behindDiscovery((_, response) => response.writeHead(status, { "content-type": "text/html" }).end("<html></html>"));

test.each([200, 403])("a page for people with %i says nothing of the key", async (status) => {
  const { said, code } = await diagnose({ PLATFORM_BASE_URL: await page(status) });
  expect(said.key).toMatch(/^problem: .*answered HTML, not JSON/);
  expect(said.rights).toBe('skipped: because of "key"');
  expect(code).toBe(1);
});

test("advice names settings by their variables, since stack configuration is not read", async () => {
  const { said } = await diagnose({ PLATFORM_BASE_URL: await page(200) });
  expect(said.key).toContain("Check that PLATFORM_BASE_URL and PLATFORM_VENDOR are right.");
});

test("a platform that hangs once it is known is no matter of the resource's timeouts", async () => {
  const baseUrl = await behindDiscovery((request) => closers.push(() => request.socket.destroy()));
  const { said } = await diagnose({ PLATFORM_BASE_URL: baseUrl }, { timeoutMs: 300 });
  expect(said.key).toMatch(/^problem: GET spacetemplates\/\w+: no answer in time\. Check that the platform is healthy/);
});
