const { Failure } = require("../setup/failure");

/**
 * The text of the release notes about an audit; empty if it is clean.
 * @param {import("../supply/audit").Audit} audit
 * @param {string | undefined} reason why there shall be a release nevertheless
 */
function auditNote({ outcome, words }, reason) {
  if (outcome === "clean") return "";
  if (!reason?.trim()) {
    throw new Failure(
      `${words}\nTo release it nevertheless, say why, for the release notes: --despite-audit "<reason>"`,
    );
  }
  const found =
    outcome === "vulnerable" ? words : "Nobody could be asked for vulnerabilities of the packages that ship.";
  return `${found}\nReleased nevertheless: ${reason.trim()}`;
}

module.exports = { auditNote };
