// Whether a server can be used for the suite at all, told before two hundred rows fail for the same reason.
const { readFileSync } = require("node:fs");
const http = require("node:http");
const https = require("node:https");
const { Failure } = require("../setup/failure.js");

const patienceMs = 15_000;

/** @type {Record<number, string>} */
const reasons = {
  401: "it does not know the access key",
  403: "the access key may not list space templates, and the suite needs one that may do everything",
  404: "it has no such API group; --base-url goes without /kubernetes, and --vendor has to be the server's",
};

/**
 * @param {import("./options.js").Target} target
 * @param {string} [caFile]
 */
async function preflight({ baseUrl, vendor, accessKey }, caFile) {
  const url = `${baseUrl}/kubernetes/management/apis/management.${vendor}/v1/spacetemplates?limit=1`;
  const status = await statusOf(url, accessKey, caFile).catch((error) => {
    throw new Failure(`Cannot reach ${baseUrl}: ${error.message || error.code}.`);
  });
  if (status === 200) return;
  throw new Failure(
    `${baseUrl} answered ${status} to GET ${new URL(url).pathname}: ${reasons[status] ?? "cannot go on"}.`,
  );
}

/**
 * @param {string} url
 * @param {string} accessKey
 * @param {string} [caFile]
 * @returns {Promise<number>}
 */
function statusOf(url, accessKey, caFile) {
  const { get } = url.startsWith("https:") ? https : http;
  const headers = { authorization: `Bearer ${accessKey}`, accept: "application/json" };
  const ca = caFile === undefined ? {} : { ca: readFileSync(caFile) };
  return new Promise((resolve, reject) => {
    const request = get(url, { headers, timeout: patienceMs, ...ca }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    request.on("timeout", () => request.destroy(new Error(`no answer within ${patienceMs / 1000} s`)));
    request.on("error", reject);
  });
}

module.exports = { preflight };
