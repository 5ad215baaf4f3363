import { stackUnderTest } from "../../../support/stackUnderTest";
import { type RecordedPlatform, startRecorded } from "../../../support/startRecorded";
import { pageUnderTest } from "../support/pageUnderTest";

const page = pageUnderTest("docs/providers.md");
const given = stackUnderTest(() => ({ program: "yaml", source: "resources: {}" }));

let west: RecordedPlatform;
beforeAll(async () => {
  west = await startRecorded();
});
afterAll(() => west?.close());

test("each platform gets a provider, and each resource the provider of its platform", async () => {
  const addresses = { "https://east.example.com": given.platform.baseUrl, "https://west.example.com": west.baseUrl };
  given.stack.write(page.block("pulumi:providers:platform").with(addresses).text);
  await given.stack.setConfig({}, { "test:eastKey": given.platform.accessKey, "test:westKey": west.accessKey });
  await given.stack.up();
  expect(west.store.get("spacetemplates", "dev")).toBeDefined();
  expect(given.platform.store.list("spacetemplates")).toEqual([]);
});

test("every block of the page was run", () => expect(page.unused()).toEqual([]));
