import { describeKills } from "../support/kills/describeKills";
import { deletes, replacements, writes } from "../support/kills/rows";

describeKills("provider", "creates and updates", writes);
describeKills("provider", "replacements", replacements);
describeKills("provider", "deletes", deletes);
