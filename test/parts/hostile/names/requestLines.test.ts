import fc from "fast-check";
import { ApiClient } from "../../../../provider/api/client";
import { groupPath } from "../../../support/http";
import { type BadText, badTexts, halfACharacter } from "./badTexts";
import { type RawServer, startRawServer } from "./rawServer";

let server: RawServer;
let client: ApiClient;

beforeAll(async () => {
  server = await startRawServer();
  client = new ApiClient({ baseUrl: server.url, accessKey: "key", vendor: "loft.sh", userAgent: "test" });
});
afterAll(async () => {
  await client.close();
  await server.close();
});

/** Any text, with those in it that mean something in a URL, a header or a path. */
const pieces = [
  ..."/\\%?#&=+;:@.. \r\n\t\u0000\u0085\u202e\ufeffé\ud800",
  "..",
  "%2e",
  "%2F",
  "//",
  "a",
  "Z",
  "0",
  "-",
];
const anyText = fc.oneof(
  fc.constantFrom(...badTexts.map(({ text }) => text)),
  fc.array(fc.constantFrom(...pieces), { maxLength: 6 }).map((parts) => parts.join("")),
  fc.string({ unit: "binary", maxLength: 300 }),
  fc.string({ maxLength: 260 }),
);

/** The first line of the one request that a call leads to, or nothing where it was refused. */
async function lineOf(call: () => Promise<unknown>): Promise<string | undefined> {
  const error = await call().then(
    () => undefined,
    (failure: Error) => failure,
  );
  const [line, ...headers] = server.taken();
  expect(error).toMatchObject({ name: line === undefined ? "BadPathError" : "ApiError" });
  // One request with the headers that we send, and no line of somebody else's.
  expect(
    headers.filter((each) => !/^(accept|authorization|user-agent|host|connection|content-\w+): /i.test(each)),
  ).toEqual([]);
  return line;
}

// Written once more, in other words than the builder's: what a step of a path may be.
const isStep = (text: string) =>
  /^[!-~]{1,253}$/.test(text) && ![..."/\\%?#"].some((sign) => text.includes(sign)) && text !== "." && text !== "..";

const isParameter = (text: string) =>
  text.length <= 65_536 && !/\p{Cc}/u.test(text) && Buffer.from(text, "utf8").toString("utf8") === text;

const collection = `${groupPath}/spacetemplates`;

test("whatever a name is, exactly the request for it arrives, or none", async () => {
  const count = { sent: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(anyText, fc.constantFrom("get", "delete"), async (name, method) => {
      const line = await lineOf(() => client[method as "get" | "delete"](["spacetemplates", name]));
      const query = method === "delete" ? "?fieldManager=pulumi-platform" : "";
      const wanted = `${method.toUpperCase()} ${collection}/${encoded(name)}${query} HTTP/1.1`;
      expect(line).toBe(isStep(name) ? wanted : undefined);
      if (line)
        expect(
          decodeURIComponent(line.slice(line.lastIndexOf("/", line.indexOf(" HTTP")) + 1).split(/[? ]/)[0] ?? ""),
        ).toBe(name);
      count[line ? "sent" : "refused"]++;
    }),
  );
  // biome-ignore lint/suspicious/noConsole: what was tried is part of the proof.
  console.log(`names: ${count.sent} sent, ${count.refused} refused`);
});

/** As encodeURIComponent does it, for what has an encoding. */
const encoded = (text: string) => (isStep(text) ? encodeURIComponent(text) : "");

test("whatever a project is, exactly the request for it arrives, or none", async () => {
  await fc.assert(
    fc.asyncProperty(anyText, anyText, async (project, name) => {
      const line = await lineOf(() => client.get(["namespaces", project, "virtualclusterinstances", name]));
      const path = `${groupPath}/namespaces/${encoded(project)}/virtualclusterinstances/${encoded(name)}`;
      expect(line).toBe(isStep(project) && isStep(name) ? `GET ${path} HTTP/1.1` : undefined);
    }),
  );
});

test("whatever a token and a selector are, they stand in the query only, or nothing is sent", async () => {
  await fc.assert(
    fc.asyncProperty(anyText, anyText, async (token, labelSelector) => {
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
    }),
  );
});

test.each<BadText>(badTexts.filter(({ isTaken }) => !isTaken("segment")))(
  "$label is no step of a path",
  async ({ text }) => {
    expect(await lineOf(() => client.delete(["spacetemplates", text]))).toBeUndefined();
    expect(await lineOf(() => client.get(["namespaces", text, "virtualclusterinstances"]))).toBeUndefined();
  },
);

test("half of a character is no name, no token and no selector", async () => {
  expect(await lineOf(() => client.get(["spacetemplates", halfACharacter]))).toBeUndefined();
  expect(await lineOf(() => client.page(["spacetemplates"], { token: halfACharacter }))).toBeUndefined();
  expect(await lineOf(() => client.page(["spacetemplates"], { labelSelector: halfACharacter }))).toBeUndefined();
});
