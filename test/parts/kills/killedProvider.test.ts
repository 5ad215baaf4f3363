import { dynamic, plugin } from "../../support/kills/adapter";
import { describeKills } from "../../support/kills/describeKills";
import { deletes, fewWrites, replacements, shownOnce, writes } from "../../support/kills/rows";

const shownAlways = { adapter: plugin, server: {} };

describeKills(shownAlways, "provider", "creates and updates", writes);
describeKills(shownAlways, "provider", "replacements", replacements);
describeKills(shownAlways, "provider", "deletes", deletes);
describeKills({ adapter: plugin, server: { hideKeys: true } }, "provider", "writes", shownOnce);
describeKills({ adapter: dynamic, server: {} }, "provider", "writes", fewWrites);
