import { describeKills } from "../../support/kills/describeKills";
import { dynamic, plugin } from "../../support/kills/face";
import { deletes, fewDeletes, fewWrites, replacements, shownOnce, writes } from "../../support/kills/rows";

const shownAlways = { face: plugin, server: {} };
const dynamicShownOnce = { face: dynamic, server: { hideKeys: true } };

describeKills(shownAlways, "engine", "creates and updates", writes);
describeKills(shownAlways, "engine", "replacements", replacements);
describeKills(shownAlways, "engine", "deletes", deletes);
describeKills({ face: plugin, server: { hideKeys: true } }, "engine", "writes", shownOnce);
describeKills(dynamicShownOnce, "engine", "writes", fewWrites);
describeKills(dynamicShownOnce, "engine", "deletes", fewDeletes);
