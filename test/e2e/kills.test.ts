import { describeKills } from "../support/kills/describeKills";
import { dynamic, plugin } from "../support/kills/face";
import { sample } from "../support/kills/rows";

describeKills({ face: plugin, server: {} }, "provider", "writes", sample);
describeKills({ face: plugin, server: { hideKeys: true } }, "engine", "writes", sample);
describeKills({ face: dynamic, server: {} }, "provider", "writes", sample);
