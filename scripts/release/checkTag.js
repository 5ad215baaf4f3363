// Refuses a pushed tag that does not belong to the package: .github/workflows/release.yml.
const fs = require("node:fs");
const path = require("node:path");
const { tagProblems } = require("./facts");

const { version, repository } = JSON.parse(fs.readFileSync(path.join(__dirname, "..", "..", "package.json"), "utf8"));
const { GITHUB_REF_NAME: tag = "", GITHUB_REPOSITORY = "" } = process.env;
const source = typeof repository === "string" ? repository : repository?.url;
const problems = tagProblems({ tag, repository: GITHUB_REPOSITORY, version, source });
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
