// Vulnerabilities that npm's registry knows in the shipped packages. No answer is an outcome of its own, and never a good one.
const { execFile } = require("node:child_process");
const { npm } = require("../setup/paths");

/**
 * @typedef {object} Audit
 * @property {"clean" | "vulnerable" | "unknown"} outcome
 * @property {string} words one or more lines, for people
 */

/**
 * With npm set to offline, the audit would report no vulnerability without a request. Any severity counts: a release has
 * no reason to ship a known vulnerability.
 */
const asked = ["--omit=dev", "--json", "--offline=false"];

/**
 * Asks about the packages of the lockfile that are no tools of this repo.
 * @param {string} folder the one with the lockfile
 * @param {{ registry?: string | undefined }} [options] another registry than npm is set to
 * @returns {Promise<Audit>}
 */
function audit(folder, { registry } = {}) {
  const args = ["audit", ...asked, ...(registry ? ["--registry", registry] : [])];
  return new Promise((resolve) => {
    const shell = process.platform === "win32";
    execFile(npm, args, { cwd: folder, shell, maxBuffer: 64 * 1024 * 1024 }, (_error, stdout) => resolve(told(stdout)));
  });
}

/**
 * The outcome of npm's report.
 * @param {string} text
 * @returns {Audit}
 */
function told(text) {
  const report = parsed(text);
  const total = report?.metadata?.vulnerabilities?.total;
  if (typeof total !== "number") return { outcome: "unknown", words: unasked(report?.message) };
  // npm counts this package too.
  const packages = report.metadata.dependencies.prod - 1;
  if (total === 0)
    return { outcome: "clean", words: `No vulnerability is known in the ${packages} packages that ship.` };
  const lines = Object.values(report.vulnerabilities).map(lineOf).sort();
  return {
    outcome: "vulnerable",
    words: [`Of the ${packages} packages that ship, ${total} are known to be vulnerable:`, ...lines].join("\n"),
  };
}

/** @param {string | undefined} reason */
const unasked = (reason) =>
  `Nobody knows whether what ships has vulnerabilities: ${reason || "npm audit gave no report"}. ` +
  "Ask where npm's registry is within reach, or name one that answers: npm run audit -- --registry <url>";

/** @param {{ name: string, severity: string, via: (string | { title: string, url: string })[] }} vulnerability */
function lineOf({ name, severity, via }) {
  const causes = via.map((each) => (typeof each === "string" ? `through ${each}` : `${each.title} (${each.url})`));
  return `  ${name} (${severity}): ${causes.join("; ")}`;
}

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

module.exports = { audit };
