import path from "node:path";
import { cacheFolder } from "../../scripts/setup/paths.js";
import { searchPath } from "../../scripts/setup/search.js";

test.each([
  ["linux", {}, "/home/me/.cache/pulumi-platform"],
  ["linux", { XDG_CACHE_HOME: "/cache" }, "/cache/pulumi-platform"],
  ["darwin", {}, "/home/me/Library/Caches/pulumi-platform"],
  ["win32", { LOCALAPPDATA: "/local" }, "/local/pulumi-platform"],
  ["win32", { PULUMI_PLATFORM_CACHE: "/mine" }, "/mine"],
] as const)("the cache on %s with %j is in %s", (platform, env, folder) => {
  expect(cacheFolder(env, platform, "/home/me")).toBe(folder);
});

test("npm's launchers are not on the path that is searched", () => {
  const folders = ["/repo/node_modules/.bin", "/usr/bin", "", "/other/node_modules/.bin/"];
  expect(searchPath(folders.join(path.delimiter))).toEqual(["/usr/bin"]);
});
