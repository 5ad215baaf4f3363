import fc from "fast-check";
import { ApiClient } from "../../../../provider/api/client";
import { groupPath } from "../../../support/http";
import { type HostileServer, startHostileServer } from "../server/startHostileServer";
import { badTexts, loneSurrogate } from "./badTexts";

const runs = 2000;
const notFound = "HTTP/1.1 404 Not Found\r\ncontent-type: text/plain\r\ncontent-length: 2\r\n\r\nno";

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
const examples = [loneSurrogate, ...badTexts.map(({ text }) => text)];
const anyText = fc.oneof(
  fc.constantFrom(...examples),
  fc.array(fc.constantFrom(...pieces), { maxLength: 6 }).map((parts) => parts.join("")),
  fc.string({ unit: "binary", maxLength: 300 }),
  fc.string({ maxLength: 260 }),
);

/** The request line of a call; undefined if the client refuses it. No other line may arrive. */
async function lineOf(call: () => Promise<unknown>): Promise<string | undefined> {
  const error = await call().then(
    () => undefined,
    (failure: Error) => failure,
  );
  const [line, ...headers] = lines.splice(0);
  expect(error).toMatchObject({ name: line === undefined ? "InvalidUrlError" : "ApiError" });
  const ours = /^$|^(accept|authorization|user-agent|host|connection|content-\w+): /i;
  expect(headers.filter((each) => !ours.test(each))).toEqual([]);
  return line;
}

// An independent oracle for path segments and query parameters.
const isSegment = (text: string) => /^[!-~]{1,253}$/.test(text) && !/[/\\%?#]|^\.\.?$/.test(text);

test.each(["get", "delete"] as const)(
  "a %s of any project and name sends exactly this path, or nothing",
  async (method) => {
    const count = { sent: 0, refused: 0 };
    const property = fc.asyncProperty(fc.oneof(fc.constant("web"), anyText), anyText, async (project, name) => {
      const line = await lineOf(() => client[method](["namespaces", project, "spaces", name]));
      const query = method === "delete" ? "?fieldManager=pulumi-vcluster-platform" : "";
      const wanted = () =>
        `${method.toUpperCase()} ${groupPath}/namespaces/${encodeURIComponent(project)}/spaces/${encodeURIComponent(name)}${query} HTTP/1.1`;
      expect(line).toBe(isSegment(project) && isSegment(name) ? wanted() : undefined);
      count[line ? "sent" : "refused"]++;
    });
    await fc.assert(property, { numRuns: runs, examples: examples.map((text) => ["web", text]) });
    expect(Math.min(count.sent, count.refused)).toBeGreaterThan(runs / 20);
  },
);
