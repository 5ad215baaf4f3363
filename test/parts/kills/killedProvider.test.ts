import { describeKills } from "../../support/kills/describeKills";
import { plugin } from "../../support/kills/face";
import { deletes, replacements, writes } from "../../support/kills/rows";

const scene = { face: plugin, server: {} };

describeKills(scene, "provider", "creates and updates", writes);
describeKills(scene, "provider", "replacements", replacements);
describeKills(scene, "provider", "deletes", deletes);
