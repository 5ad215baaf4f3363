import { dynamic, plugin } from "../../support/kills/adapter";
import { describeKills } from "../../support/kills/describeKills";
import { deletes, fewDeletes, fewWrites, replacements, shownOnce, writes } from "../../support/kills/rows";

const shownAlways = { adapter: plugin, server: {} };
const dynamicShownOnce = { adapter: dynamic, server: { hideKeys: true } };

describeKills(shownAlways, "engine", "creates and updates", writes);
describeKills(shownAlways, "engine", "replacements", replacements);
describeKills(shownAlways, "engine", "deletes", deletes);
describeKills({ adapter: plugin, server: { hideKeys: true } }, "engine", "writes", shownOnce);
describeKills(dynamicShownOnce, "engine", "writes", fewWrites);
describeKills(dynamicShownOnce, "engine", "deletes", fewDeletes);
