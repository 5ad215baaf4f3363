import fc from "fast-check";
import { ApiClient } from "../../../../provider/api/client";
import { groupPath } from "../../../support/http";
import { type HostileServer, startHostileServer } from "../server/startHostileServer";
import { badTexts, loneSurrogate } from "./badTexts";

const runs = 2000;
const notFound = "HTTP/1.1 404 Not Found\r\ncontent-type: text/plain\r\ncontent-length: 2\r\n\r\nno";
const collection = `${groupPath}/spacetemplates`;

let server: HostileServer;
let client: ApiClient;
const lines: string[] = [];

beforeAll(async () => {
  server = await startHostileServer();
  server.attack = (socket, request) => {
    lines.push(...request.split("\r\n"));
    socket.write(notFound);
  };
  client = new ApiClient({ baseUrl: server.baseUrl, accessKey: "key", vendor: "loft.sh", userAgent: "test" });
});
afterAll(async () => {
  await client.close();
  await server.close();
});

/** Characters and sequences with a meaning in a URL, a header or a path. */
const pieces = [..."/\\%?#&=+;:@.. \r\n\t\u0000\u0085\u202e\ufeffé\ud800aZ0-", "..", "%2e", "%2F", "//"];
const anyText = fc.oneof(
  fc.constantFrom(loneSurrogate, ...badTexts.map(({ text }) => text)),
  fc.array(fc.constantFrom(...pieces), { maxLength: 6 }).map((parts) => parts.join("")),
  fc.string({ unit: "binary", maxLength: 300 }),
  fc.string({ maxLength: 260 }),
);

/** The request line that a call sends, or undefined where the client refuses it; no other line may arrive. */
async function lineOf(call: () => Promise<unknown>): Promise<string | undefined> {
  const error = await call().then(
    () => undefined,
    (failure: Error) => failure,
  );
  const [line, ...headers] = lines.splice(0);
  expect(error).toMatchObject({ name: line === undefined ? "BadPathError" : "ApiError" });
  const ours = /^$|^(accept|authorization|user-agent|host|connection|content-\w+): /i;
  expect(headers.filter((each) => !ours.test(each))).toEqual([]);
  return line;
}

// An oracle of its own: what a path segment and a query parameter may be.
const isSegment = (text: string) =>
  /^[!-~]{1,253}$/.test(text) && ![..."/\\%?#"].some((sign) => text.includes(sign)) && text !== "." && text !== "..";
const isParameter = (text: string) =>
  text.length <= 65_536 && !/\p{Cc}/u.test(text) && Buffer.from(text, "utf8").toString("utf8") === text;
const encoded = (text: string) => (isSegment(text) ? encodeURIComponent(text) : "");

test("the request for any name arrives exactly, or none", async () => {
  const count = { sent: 0, refused: 0 };
  const property = fc.asyncProperty(
    anyText,
    fc.constantFrom("get" as const, "delete" as const),
    async (name, method) => {
      const line = await lineOf(() => client[method](["spacetemplates", name]));
      const query = method === "delete" ? "?fieldManager=pulumi-platform" : "";
      const wanted = `${method.toUpperCase()} ${collection}/${encoded(name)}${query} HTTP/1.1`;
      expect(line).toBe(isSegment(name) ? wanted : undefined);
      count[line ? "sent" : "refused"]++;
    },
  );
  await fc.assert(property, { numRuns: runs, examples: badTexts.map(({ text }) => [text, "get"]) });
  expect(count).toEqual({ sent: expect.any(Number), refused: expect.any(Number) });
  expect(Math.min(count.sent, count.refused)).toBeGreaterThan(runs / 10);
});

test("the request for any project and name arrives exactly, or none", async () => {
  const property = fc.asyncProperty(anyText, anyText, async (project, name) => {
    const line = await lineOf(() => client.get(["namespaces", project, "virtualclusterinstances", name]));
    const path = `${groupPath}/namespaces/${encoded(project)}/virtualclusterinstances/${encoded(name)}`;
    expect(line).toBe(isSegment(project) && isSegment(name) ? `GET ${path} HTTP/1.1` : undefined);
  });
  await fc.assert(property, { numRuns: runs, examples: badTexts.map(({ text }) => [text, "a"]) });
});

test("a continue token and a selector arrive unchanged in the query, or nothing is sent", async () => {
  const property = fc.asyncProperty(anyText, anyText, async (token, labelSelector) => {
    const line = await lineOf(() => client.page(["spacetemplates"], { token, labelSelector }));
    if (!isParameter(token) || !isParameter(labelSelector)) return expect(line).toBeUndefined();
    const { pathname, searchParams, hash } = new URL((line ?? "").split(" ")[1] ?? "", "http://x");
    expect([pathname, hash]).toEqual([collection, ""]);
    const given = [
      ["limit", "500"],
      ["labelSelector", labelSelector],
      ["continue", token],
    ];
    expect([...searchParams]).toEqual(given.filter(([, value]) => value !== ""));
  });
  await fc.assert(property, {
    numRuns: runs,
    examples: [
      [loneSurrogate, ""],
      ["", loneSurrogate],
    ],
  });
});
