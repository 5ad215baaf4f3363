import { isOn } from "./optimisations.js";

// Two files load faster than hundreds: scripts/setup/bundlePlugin.js.
if (isBundled()) require("../bundle/program.js");
else require("./program.js");

/** A wrong PULUMI_PLATFORM_WITHOUT is told by the program, which asks again. */
function isBundled(): boolean {
  try {
    return isOn("bundle");
  } catch {
    return false;
  }
}
