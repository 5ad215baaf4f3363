import fc from "fast-check";
import { propertyRuns } from "../../scripts/testing/effort.js";

fc.configureGlobal({ numRuns: propertyRuns(process.env) });
