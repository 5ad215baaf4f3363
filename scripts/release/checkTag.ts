// Refuses a pushed tag that does not belong to the package: .github/workflows/release.yml.
import * as info from "../../package.json";
import { tagProblems } from "./facts.js";

export async function main() {
  const { version, repository }: { version: string; repository?: string | { url: string } } = info;
  const { GITHUB_REF_NAME: tag = "", GITHUB_REPOSITORY = "" } = process.env;
  const source = typeof repository === "string" ? repository : repository?.url;
  const problems = tagProblems({ tag, repository: GITHUB_REPOSITORY, version, source });
  for (const problem of problems) console.error(problem);
  return problems.length > 0 ? 1 : 0;
}
