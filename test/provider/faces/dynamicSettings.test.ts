import { dynamicFace } from "../../../provider/faces/dynamic.js";

const settings: Record<string, string> = {
  "platform:baseUrl": "http://127.0.0.1:9",
  "platform:accessKey": "k",
};
const configOf = (more: Record<string, string>) => ({ get: (key: string) => ({ ...settings, ...more })[key] });

test.each([
  ["serverSideDryRun", "Use the plugin for checked previews"],
  ["refreshKeys", "Use pulumi up --refresh, or the plugin"],
])("dynamic resources say once that %s has no effect on them, and nothing without it", (setting, advice) => {
  const write = jest.spyOn(process.stderr, "write").mockReturnValue(true);
  const lines = () => write.mock.calls.map(([line]) => String(line)).filter((line) => line.includes(setting));
  try {
    dynamicFace("SpaceTemplate", configOf({})).check({}, {});
    dynamicFace("SpaceTemplate", configOf({ [`platform:${setting}`]: "false" })).check({}, {});
    expect(lines()).toEqual([]);
    const on = configOf({ [`platform:${setting}`]: "true" });
    for (const type of ["SpaceTemplate", "SpaceTemplate", "OwnedAccessKey"]) dynamicFace(type, on).check({}, {});
    expect(lines()).toEqual([expect.stringContaining(advice)]);
  } finally {
    write.mockRestore();
  }
});
