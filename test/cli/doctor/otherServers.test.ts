import http from "node:http";
import net from "node:net";
import { diagnosing, skippedBehind } from "./diagnosing";

const { answering, behindDiscovery, closers, diagnose, hanging, listening } = diagnosing();

const socketThat = (handle: (socket: net.Socket) => void) => listening(net.createServer(handle));
const location = "https://login.example.com/?token=canary-1";
const endless = () =>
  listening(
    http.createServer((_, response) => {
      const piece = " ".repeat(1024 * 1024);
      const more = () => response.write(piece, (error) => error || setImmediate(more));
      more();
    }),
  );

const notPlatforms: [string, () => Promise<string>, RegExp][] = [
  ["HTML", () => answering(200, "<html>Sign in</html>"), /^it answers a page for people \(200\) \| Set baseUrl/],
  ["another API", () => answering(200, '{"hello": 1}'), /^it answers something else than .* \(200\) \| Set baseUrl/],
  ["nothing", () => answering(404, "404 page not found"), /^no Management API is served at this address \(404\)/],
  [
    "a redirect",
    () => answering(302, "", { location }),
    /^it answers a redirect to login\.example\.com \(302\), which is not/,
  ],
  ["a server that fails", () => answering(503, "down"), /^it answers 503 \| Try again later/],
  ["no HTTP", () => socketThat((socket) => socket.end("SSH-2.0-x\r\n")), /^the answer is not HTTP .*PLATFORM_BASE_URL/],
  [
    "a closed connection",
    () => socketThat((socket) => socket.destroy()),
    /^the connection was closed without an answer/,
  ],
  ["an endless response", endless, /^the answer is too large \| Check PLATFORM_BASE_URL/],
  ["no response", hanging, /^no answer in time/],
];

test.each(notPlatforms)(
  "%s is one problem of the platform, and its dependents are skipped",
  async (_, begin, problem) => {
    const timeoutMs = begin === hanging ? 300 : 10_000;
    const { said, code } = await diagnose({ PLATFORM_BASE_URL: await begin() }, { timeoutMs });
    expect(said.platform?.replace(/^problem: /, "")).toMatch(problem);
    expect(JSON.stringify(said)).not.toContain("canary-1");
    expect(said).toMatchObject({ connection: expect.stringMatching(/^ok/), ...skippedBehind("platform") });
    expect(code).toBe(1);
  },
);

test("a redirect to a host that is a part of the key names no host", async () => {
  const begin = await answering(302, "", { location: "https://Secret-Part/OfTheKey" });
  const { said } = await diagnose({ PLATFORM_BASE_URL: begin, PLATFORM_ACCESS_KEY: "Secret-Part/OfTheKey" });
  expect(said.platform).toMatch(/^problem: it answers a redirect \(302\), which is not followed/);
});

test("the remedy of a rate limit names no option that doctor does not have", async () => {
  const limited = behindDiscovery((_, response) => response.writeHead(429, { "retry-after": "3600" }).end("{}"));
  const { said } = await diagnose({ PLATFORM_BASE_URL: await limited });
  expect(said.key).toMatch(/429.* The server limits requests: try again later\./);
});

const page = (status: number) =>
  behindDiscovery((_, response) => response.writeHead(status, { "content-type": "text/html" }).end("<html></html>"));

test.each([200, 403])("an HTML response with %i is no check of the key", async (status) => {
  const { said, code } = await diagnose({ PLATFORM_BASE_URL: await page(status) });
  expect(said.key).toMatch(/^problem: .*answered HTML, not JSON/);
  expect(said.rights).toBe('skipped: because of "key"');
  expect(code).toBe(1);
});

test("a remedy names settings by their variables", async () => {
  const { said } = await diagnose({ PLATFORM_BASE_URL: await page(200) });
  expect(said.key).toContain("Check that PLATFORM_BASE_URL and PLATFORM_VENDOR are right.");
});

test("a platform that hangs after discovery is no matter of resource timeouts", async () => {
  const baseUrl = await behindDiscovery((request) => closers.push(() => request.socket.destroy()));
  const { said } = await diagnose({ PLATFORM_BASE_URL: baseUrl }, { timeoutMs: 300 });
  expect(said.key).toMatch(/^problem: GET spacetemplates\/\w+: no answer in time\. Check that the platform is healthy/);
});
