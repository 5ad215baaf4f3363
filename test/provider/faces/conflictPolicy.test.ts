import { onBothServers } from "../../support/onBothServers";
import { type PluginDriver, startDriver } from "../../support/pluginDriver";

const before = { displayName: "a", description: "a" };
// The colleague changes displayName; the program changes what each row says.
const changesOf = { both: { displayName: "ours" }, "only the colleague": { description: "ours" } };

/** What becomes of displayName; undefined where the update is refused. */
const outcomes: [policy: string, who: keyof typeof changesOf, displayName: string | undefined][] = [
  ["merge", "both", undefined],
  ["merge", "only the colleague", "theirs"],
  ["overwrite", "both", "ours"],
  ["overwrite", "only the colleague", "a"],
  ["fail", "both", undefined],
  ["fail", "only the colleague", undefined],
];

onBothServers((face) => {
  const withPolicy = async (conflictPolicy: string, run: (driver: PluginDriver) => Promise<void>) => {
    const { baseUrl, accessKey } = face.platform;
    const driver = await startDriver({ baseUrl, accessKey, conflictPolicy });
    try {
      await run(driver);
    } finally {
      await driver.close();
    }
  };

  test.each(outcomes)("conflictPolicy %s, when %s changed the field, leaves %p", (policy, who, displayName) =>
    withPolicy(policy, async (driver) => {
      const name = `policy-${policy}-${who.replaceAll(" ", "-")}`;
      const kept = await face.create("SpaceTemplate", { name, ...before });
      await face.merge(`spacetemplates/${name}`, { spec: { displayName: "theirs" } });
      const update = driver.update("SpaceTemplate", kept, { name, ...before, ...changesOf[who] });
      if (displayName === undefined) {
        await expect(update).rejects.toThrow(/displayName was changed by "kubectl-edit".*platform:conflictPolicy/);
        expect(face.stored("spacetemplates", name).spec).toEqual({ ...before, displayName: "theirs" });
        return;
      }
      await update;
      expect(face.stored("spacetemplates", name).spec).toEqual({ ...before, ...changesOf[who], displayName });
    }),
  );
});
