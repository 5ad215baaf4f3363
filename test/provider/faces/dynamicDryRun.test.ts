import { dynamicFace } from "../../../provider/faces/dynamic.js";

const settings: Record<string, string> = {
  "platform:baseUrl": "http://127.0.0.1:9",
  "platform:accessKey": "k",
};
const configOf = (more: Record<string, string>) => ({ get: (key: string) => ({ ...settings, ...more })[key] });

test("dynamic resources say once that serverSideDryRun has no effect on them, and nothing without it", () => {
  const write = jest.spyOn(process.stderr, "write").mockReturnValue(true);
  const lines = () =>
    write.mock.calls.map(([line]) => String(line)).filter((line) => line.includes("serverSideDryRun"));
  try {
    dynamicFace("SpaceTemplate", configOf({})).check({}, {});
    dynamicFace("SpaceTemplate", configOf({ "platform:serverSideDryRun": "false" })).check({}, {});
    expect(lines()).toEqual([]);
    const on = configOf({ "platform:serverSideDryRun": "true" });
    for (const type of ["SpaceTemplate", "SpaceTemplate", "OwnedAccessKey"]) dynamicFace(type, on).check({}, {});
    expect(lines()).toEqual([expect.stringContaining("Use the plugin")]);
  } finally {
    write.mockRestore();
  }
});
