import { describeKills } from "../../support/kills/describeKills";
import { dynamic } from "../../support/kills/face";
import { fewDeletes, fewWrites } from "../../support/kills/rows";

describeKills({ face: dynamic, server: { hideKeys: true } }, "engine", "writes", fewWrites);
describeKills({ face: dynamic, server: {} }, "provider", "writes", fewWrites);
describeKills({ face: dynamic, server: { hideKeys: true } }, "engine", "deletes", fewDeletes);
