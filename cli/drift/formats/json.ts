import type { Report } from "../report";
import { jsonText } from "./jsonText";

/** The report as JSON of the published schema. */
export function jsonReport(report: Report): string {
  return jsonText(report);
}
