import { plugin } from "../support/kills/adapter";
import { describeKills } from "../support/kills/describeKills";
import { sample } from "../support/kills/rows";

describeKills({ adapter: plugin, server: { hideKeys: true } }, "engine", "writes", sample);
