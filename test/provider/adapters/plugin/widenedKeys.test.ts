import { onPlugin } from "../../../support/adapterUnderTest";
import { keyOf, refreshed } from "../../../support/contract";
import { editAsColleague } from "../../../support/http";
import { pluginWithEngine } from "../../../support/pluginWithEngine";

const type = "OwnedAccessKey";
const scope = { projects: [{ project: "default" }] };

onPlugin((adapter) => {
  const given = pluginWithEngine(adapter);

  /** A key with further access, of which one value quotes the key itself. */
  const widenedKey = async (name: string) => {
    const kept = await given.driver.create(type, { name, scope });
    const groups = ["system:masters", keyOf(kept)];
    const theirs = { spec: { scope: { allowLoftCli: true }, groups } };
    await editAsColleague(adapter.platform, `ownedaccesskeys/${name}`, theirs, "intruder");
    given.engine.messages.length = 0;
    return kept;
  };
  const expectWarning = (name: string) => {
    const by = 'by "intruder" at or before [^ ]+ to';
    const fields = `groups was changed ${by} \\["system:masters","\\[secret\\]"\\]; scope.allowCli was changed ${by} true`;
    expect(given.engine.messages).toEqual([
      expect.stringMatching(
        `^OwnedAccessKey "${name}" allows more than the program declares: ${fields}. pulumi up reverts that.$`,
      ),
    ]);
  };

  test("a refresh names what another client added to a key, and who did", async () => {
    const kept = await widenedKey("read");
    const read = await refreshed({ ...adapter, driver: given.driver }, type, kept);
    expectWarning("read");
    given.engine.messages.length = 0;
    await given.driver.update(type, read, { name: "read", scope });
    expect(given.engine.messages).toEqual([]);
  });

  test("an update that takes it back names it, once", async () => {
    const kept = await widenedKey("updated");
    adapter.platform.faults.add({ method: "PATCH", times: 1, action: "conflict" });
    await given.driver.update(type, kept, { name: "updated", scope, displayName: "new" });
    expectWarning("updated");
  });
});
