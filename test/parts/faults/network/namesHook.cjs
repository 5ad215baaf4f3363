// Answers for one host name in place of the machine's name service, also in another process (--require): the name has an address as long
// as the file NAME_SERVICE_FILE is there. Each question is noted beside it.
const { appendFileSync, existsSync } = require("node:fs");
const dns = require("node:dns");

const usual = dns.lookup;

/** @param {string} host @param {any} options @param {any} callback */
function lookup(host, options, callback) {
  const file = process.env.NAME_SERVICE_FILE;
  if (host !== "platform.test" || !file) return usual(host, options, callback);
  appendFileSync(`${file}.asked`, "?");
  const answer = typeof options === "function" ? options : callback;
  if (!existsSync(file)) {
    const error = Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: "ENOTFOUND" });
    return process.nextTick(answer, error);
  }
  const all = typeof options === "object" && options.all;
  return process.nextTick(answer, null, ...(all ? [[{ address: "127.0.0.1", family: 4 }]] : ["127.0.0.1", 4]));
}

dns.lookup = /** @type {any} */ (lookup);
