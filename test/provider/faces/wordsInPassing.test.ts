import { onBothServers } from "../../support/faceUnderTest";
import { heardPlugin } from "../../support/heardPlugin";
import { type Kept, secretOnWire } from "../../support/pluginDriver";

const secret = "hunter22-of-the-program";
const type = "SpaceTemplate";

onBothServers((face) => {
  const heard = heardPlugin(face);

  const kept = (name: string): Promise<Kept> => heard.driver.create(type, { name, description: secretOnWire(secret) });

  /** An object whose deletion waits for a finalizer that the platform made up of all it should not say. */
  const held = async (name: string) => {
    const { platform } = face;
    const created = await kept(name);
    const object = platform.store.get("spacetemplates", name);
    if (!object) throw new Error("The object was not created");
    const words = ["\u001b]0;x\u0007", secret, Buffer.from(secret).toString("hex"), platform.accessKey].join("/");
    platform.store.write("spacetemplates", { ...object, metadata: { ...object.metadata, finalizers: [words] } });
    return created;
  };
  const shown = "\\u001b]0;x\\u0007/[secret]/[secret]/[secret]";

  test("what a deletion waits for is shown without secrets and without control characters", async () => {
    const deleted = heard.driver.delete(type, await held("waiting"), 1);
    await heard.engine.heard(`waiting for ${shown}, `);
    await expect(deleted).rejects.toThrow(shown);
    expect(heard.engine.messages.join("\n")).not.toContain(secret);
  });

  test("so is a warning of the platform, and why a request is sent again", async () => {
    const created = await kept("warned");
    const headers = { warning: `299 - "${secret} and ${face.platform.accessKey}"` };
    const action = { status: 503, headers, body: `no: ${secret}` };
    face.platform.faults.add({ method: "GET", kind: "spacetemplates", times: 1, action });
    await heard.driver.read(type, created);
    await heard.engine.heard("[secret] and [secret]");
    await heard.engine.heard('answered "no: [secret]"');
    expect(heard.engine.messages.join("\n")).not.toContain(secret);
  });
});
