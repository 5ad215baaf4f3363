import { Empty } from "google-protobuf/google/protobuf/empty_pb.js";
import { startDriver } from "../../../support/pluginDriver";
import { startRecorded } from "../../../support/startRecorded";
import { startMutator } from "./startMutator";

/** A text that is as dear to read as any of its length. */
const costly = (characters: number) => `[${"a,".repeat(characters / 2)}]`;

test.each([
  ["as long as a platform could store", 1_490_000],
  ["much longer", 12_000_000],
])("manifests of a server that are %s do not keep a Cancel waiting", async (_, characters) => {
  const platform = await startRecorded();
  const mutator = await startMutator(platform.baseUrl);
  const env = { NODE_OPTIONS: "--max-old-space-size=256" };
  const driver = await startDriver({ baseUrl: mutator.baseUrl, accessKey: platform.accessKey }, { env });
  try {
    const template = { objects: "apiVersion: v1\nkind: A\n" };
    const { inputs } = await driver.check("SpaceTemplate", { name: "m", template });
    const kept = await driver.create("SpaceTemplate", inputs);
    let asked = () => {};
    const isAsked = new Promise<void>((resolve) => {
      asked = resolve;
    });
    mutator.change = ({ method, body }) => {
      if (method !== "GET") return body;
      asked();
      return { ...(body as object), spec: { template: { objects: costly(characters) } } };
    };
    const read = driver.read("SpaceTemplate", kept, 5);
    await isAsked;
    await new Promise((resolve) => setTimeout(resolve, 300));
    const before = performance.now();
    await driver.plugin.client.cancel(new Empty());
    // About a second where nothing else is at work; who looked through all of the longer one would run out of memory.
    expect(performance.now() - before).toBeLessThan(10_000);
    await read.catch(() => {});
    expect(driver.plugin.stderr()).not.toContain("FATAL");
  } finally {
    await driver.close();
    mutator.close();
    await platform.close();
  }
});
