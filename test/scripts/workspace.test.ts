import { isInstalled } from "../../scripts/setup/workspace.js";

const locked = {
  "": { version: "0.1.0" },
  "node_modules/zod": { version: "4.6.7" },
  "node_modules/other-system": { version: "1.0.0", optional: true },
};

test.each([
  ["nothing is installed", {}, false],
  ["all is installed but what other systems need", { "node_modules/zod": { version: "4.6.7" } }, true],
  ["a package has another version", { "node_modules/zod": { version: "4.6.6" } }, false],
  [
    "an optional package has another version",
    { "node_modules/zod": { version: "4.6.7" }, "node_modules/other-system": { version: "0.9.0" } },
    false,
  ],
])("when %s, that is complete: %j", (_what, installed, answer) => {
  expect(isInstalled(locked, installed)).toBe(answer);
});
