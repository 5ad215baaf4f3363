import type { AdapterDriver } from "../../support/adapterDriver";
import { onServers } from "../../support/adapterUnderTest";
import { startDynamicDriver } from "../../support/dynamicDriver";
import { forDynamic } from "../../support/fullInputs";
import { startDriver } from "../../support/pluginDriver";
import { declared, pathOf } from "./table/declared";
import { visibleRows } from "./table/driftTable";
import { clientAt } from "./table/edits";
import { noiseTable } from "./table/noiseTable";

const adapters: [string, (config: Record<string, string>) => Promise<AdapterDriver>][] = [
  ["the plugin", startDriver],
  ["dynamic resources", startDynamicDriver],
];

const leaves = visibleRows.map((row) => ({ ...row, edit: row.change, isDrift: true }));
const noise = noiseTable.map((row) => ({ ...row, edit: row.noise, isDrift: false }));

// Dynamic resources write their warnings there.
beforeEach(() => void jest.spyOn(process.stderr, "write").mockReturnValue(true));
afterEach(() => jest.restoreAllMocks());

describe.each(adapters)("a read and a diff by %s", (_name, start) => {
  onServers(
    start,
    (adapter) => {
      /** Whether a read and a diff see this edit of a new object. */
      const seen = async ({ edit, ...row }: (typeof leaves | typeof noise)[number]): Promise<boolean> => {
        const { type, inputs } = declared(row);
        const created = await adapter.create(type, forDynamic(inputs));
        await edit?.(clientAt(adapter.platform, pathOf(row)));
        const read = await adapter.driver.read(type, created);
        if (read === undefined || read.state.uid !== created.state.uid) return true;
        return (await adapter.driver.diff(type, read, created.inputs)).changes;
      };

      test.each(leaves)("see a change of $type $path ($id)", async (row) => expect(await seen(row)).toBe(true));

      test.each(noise)("ignore $what", async (row) => expect(await seen(row)).toBe(false));
    },
    [{ omitEmpty: true }, { omitEmpty: false }],
  );
});
