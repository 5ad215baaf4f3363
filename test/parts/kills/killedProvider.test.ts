import { describeKills } from "../../support/kills/describeKills";
import { dynamic, plugin } from "../../support/kills/face";
import { deletes, fewWrites, replacements, shownOnce, writes } from "../../support/kills/rows";

const shownAlways = { face: plugin, server: {} };

describeKills(shownAlways, "provider", "creates and updates", writes);
describeKills(shownAlways, "provider", "replacements", replacements);
describeKills(shownAlways, "provider", "deletes", deletes);
describeKills({ face: plugin, server: { hideKeys: true } }, "provider", "writes", shownOnce);
describeKills({ face: dynamic, server: {} }, "provider", "writes", fewWrites);
