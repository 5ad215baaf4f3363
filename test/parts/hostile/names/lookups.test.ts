import { type PluginDriver, startDriver } from "../../../support/pluginDriver";
import { type RecordedPlatform, startRecorded } from "../../../support/startRecorded";
import { badTexts } from "./badTexts";
import { expectSafe } from "./safeWords";

let platform: RecordedPlatform;
let driver: PluginDriver;

beforeAll(async () => {
  platform = await startRecorded({ projects: ["web"] });
  driver = await startDriver({ baseUrl: platform.baseUrl, accessKey: platform.accessKey });
});
afterAll(async () => {
  await driver.close();
  await platform.close();
});
beforeEach(() => {
  platform.requests.length = 0;
});

/** What was sent, and what was said, of one look. */
async function looked(look: Promise<unknown>): Promise<{ sent: string[]; message: string }> {
  const message = await look.then(
    () => "",
    (error: Error) => error.message,
  );
  expectSafe(message);
  return { sent: platform.requests.splice(0).map(({ path }) => path), message };
}

test.each([
  ["getSpaceTemplate", "name", "name", {}],
  ["getOwnedAccessKey", "name", "name", {}],
  ["getVirtualCluster", "name", "name", { project: "web" }],
  ["getVirtualCluster", "project", "project", { name: "team" }],
] as const)("%s with a bad %s sends nothing, and names the argument", async (name, argument, place, rest) => {
  for (const { label, text, isTaken } of badTexts) {
    const { sent, message } = await looked(driver.invoke(name, { ...rest, [argument]: text }));
    expect({ label, isSent: sent.length > 0 }).toEqual({ label, isSent: isTaken(place) });
    const isNamed = message.includes(`property "${argument}"`);
    expect({ label, isNamed }).toEqual({ label, isNamed: !isTaken(place) });
  }
});

/** The one parameter of the one request, as the platform reads it. */
const parameter = (sent: string[], name: string) =>
  sent.map((path) => new URL(path, "http://x").searchParams.get(name));

test.each([
  ["the function", (labelSelector: string) => driver.invoke("listSpaceTemplates", { labelSelector })],
  ["the list", (labelSelector: string) => driver.list("SpaceTemplate", { query: { labelSelector } })],
])("a selector of %s arrives as it is, or nothing does", async (_, list) => {
  for (const { label, text, isTaken } of badTexts.filter(({ text }) => text !== "")) {
    const { sent } = await looked(list(text));
    expect({ label, sent: parameter(sent, "labelSelector") }).toEqual({ label, sent: isTaken("query") ? [text] : [] });
  }
});

test.each([
  ["SpaceTemplate", (token: string) => token],
  ["VirtualClusterImport", (token: string) => JSON.stringify({ index: 0, token, skip: 0 })],
])("a continue token of a list of %ss arrives as it is and in the query only, or nothing does", async (type, wrap) => {
  for (const { label, text, isTaken } of badTexts.filter(({ text }) => text !== "")) {
    const { sent } = await looked(driver.list(type, { token: wrap(text) }));
    expect({ label, sent: parameter(sent, "continue") }).toEqual({ label, sent: isTaken("query") ? [text] : [] });
  }
});

test("what is no token of a list of VirtualClusterImports sends nothing", async () => {
  for (const { label, text } of badTexts.filter(({ text }) => text !== "")) {
    expect({ label, ...(await looked(driver.list("VirtualClusterImport", { token: text }))) }).toEqual({
      label,
      sent: [],
      message: expect.stringContaining("The continuation token is none of a list"),
    });
  }
});

test("a list of a bad project sends nothing", async () => {
  for (const { label, text: project, isTaken } of badTexts) {
    const { sent } = await looked(driver.list("VirtualClusterImport", { query: { project } }));
    expect({ label, isSent: sent.length > 0 }).toEqual({ label, isSent: isTaken("project") });
  }
});
