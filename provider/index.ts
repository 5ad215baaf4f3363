import { isOn } from "./optimisations.js";

// One file loads in half the time of the many that it is made of: scripts/setup/bundlePlugin.js.
if (isBundled()) require("../plugin/main.js");
else require("./main.js");

/** Whatever is wrong with the choice, the program itself says it. */
function isBundled(): boolean {
  try {
    return isOn("bundle");
  } catch {
    return false;
  }
}
