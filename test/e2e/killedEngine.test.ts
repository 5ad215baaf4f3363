import { describeKills } from "../support/kills/describeKills";
import { deletes, replacements, writes } from "../support/kills/rows";

describeKills("engine", "creates and updates", writes);
describeKills("engine", "replacements", replacements);
describeKills("engine", "deletes", deletes);
