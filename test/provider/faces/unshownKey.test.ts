import { startMutator } from "../../parts/hostile/server/startMutator";
import { onServerThatHidesKeys } from "../../support/faceUnderTest";
import { heardPlugin } from "../../support/heardPlugin";
import { configurePlugin, initializationOf, type Kept } from "../../support/pluginDriver";

const type = "OwnedAccessKey";
const warning = "the platform's answer to its create does not show the key's value";

onServerThatHidesKeys((face) => {
  const heard = heardPlugin(face);
  let mutator: Awaited<ReturnType<typeof startMutator>>;

  /** A platform that shows no key, not even in the answer to its create. */
  beforeAll(async () => {
    mutator = await startMutator(face.platform.baseUrl);
    mutator.change = ({ status, body }) => {
      if (status >= 300) return body;
      const { key: _key, ...spec } = (body as { spec?: Record<string, unknown> }).spec ?? {};
      return { ...(body as object), spec };
    };
  });
  afterAll(() => mutator.close());

  beforeEach(async () => {
    const { accessKey } = face.platform;
    const settings = { baseUrl: mutator.baseUrl, accessKey, serverSideDryRun: "true" };
    await configurePlugin(heard.driver.plugin, settings);
    heard.engine.messages.length = 0;
  });

  const checked = async (name: string, more = {}) =>
    (await heard.driver.check(type, { name, user: "ci", ttl: 60, scope: { allowCli: true }, ...more })).inputs;
  const warnings = () => heard.engine.messages.filter((message) => message.includes(warning));

  test("a create that is answered without the key's value is kept, and the warning says what to do", async () => {
    const { state } = await heard.driver.create(type, await checked("untold"));
    await heard.engine.heard(warning);
    expect([state.key, state.uid]).toEqual([undefined, face.stored("ownedaccesskeys", "untold").metadata.uid]);
  });

  test("so is one that an update goes on with", async () => {
    const inputs = await checked("resumed");
    face.platform.faults.add({ method: "POST", name: "resumed", times: 1, action: { status: 503 } });
    face.platform.faults.add({ method: "GET", name: "resumed", times: 100, action: { status: 403 } });
    const failed: Kept = await heard.driver.create(type, inputs).then(() => undefined as never, initializationOf);
    face.platform.faults.clear();
    await heard.driver.update(type, { ...failed, inputs }, inputs);
    await heard.engine.heard(warning);
  });

  test("nothing is warned of in a preview, nor of a value that the program supplies", async () => {
    await heard.driver.create(type, await checked("tried"), { preview: true });
    await heard.driver.create(type, await checked("supplied", { key: "the-supplied-key-123" }));
    await heard.driver.create(type, await checked("last"));
    await heard.engine.heard(warning);
    expect(warnings()).toHaveLength(1);
  });
});
