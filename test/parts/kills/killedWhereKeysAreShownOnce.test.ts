import { describeKills } from "../../support/kills/describeKills";
import { plugin } from "../../support/kills/face";
import { shownOnce } from "../../support/kills/rows";

const scene = { face: plugin, server: { hideKeys: true } };

describeKills(scene, "engine", "creates, updates and replacements", shownOnce);
describeKills(scene, "provider", "creates, updates and replacements", shownOnce);
