import { describeKills } from "../../support/kills/describeKills";
import { plugin } from "../../support/kills/face";
import { deletes, replacements, writes } from "../../support/kills/rows";

const scene = { face: plugin, server: {} };

describeKills(scene, "engine", "creates and updates", writes);
describeKills(scene, "engine", "replacements", replacements);
describeKills(scene, "engine", "deletes", deletes);
