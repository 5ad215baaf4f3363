import { editAsColleague } from "../../support/http";
import { programAdapters } from "../../support/programAdapters";
import { resourcePrograms } from "../../support/resourcePrograms";
import { stackUnderTest } from "../../support/stackUnderTest";

const secret = (value: unknown) => ({ "fn::secret": value });
const ours = (field: string) => `ours-${field}-canary`;
const theirs = (field: string) => `theirs-${field}-canary`;

/** Inputs whose values are secret, and how another client changes each. */
const resources = {
  key: {
    type: "OwnedAccessKey",
    inputs: {
      name: "drifted-key",
      ttl: 3600,
      user: secret(ours("user")),
      displayName: secret(ours("name")),
      groups: secret([ours("group")]),
      labels: secret({ note: ours("label") }),
      annotations: { note: secret(ours("annotation")) },
      extraSpec: secret({ size: ours("extra") }),
    },
  },
};
const metadata = { labels: { note: theirs("label") }, annotations: { note: theirs("annotation") } };
const spec = {
  user: theirs("user"),
  displayName: theirs("name"),
  groups: [theirs("group")],
  size: theirs("extra"),
};

describe.each(programAdapters)("with %s, inputs that are secret", (_adapter, kind) => {
  const given = stackUnderTest(() => ({ program: kind, source: resourcePrograms[kind](resources) }));
  const inClear = () => [...new Set(given.stack.rawStateFile().match(/(ours|theirs)-\w+-canary/g))];

  test("are encrypted in the state, also after drift and a refresh", async () => {
    await given.stack.up(["--skip-preview"]);
    expect(inClear()).toEqual([]);
    for (const change of [{ metadata, spec }, { spec: { user: theirs("second") } }]) {
      await editAsColleague(given.platform, "ownedaccesskeys/drifted-key", change);
      await given.stack.refresh(["--skip-preview"]);
      expect(inClear()).toEqual([]);
    }
    await given.stack.up(["--skip-preview"]);
    expect(inClear()).toEqual([]);
    expect(given.platform.store.get("ownedaccesskeys", "drifted-key")?.spec).toMatchObject({ user: ours("user") });
  });
});
