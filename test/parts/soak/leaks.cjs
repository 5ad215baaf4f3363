// Loaded into the plugin's process: makes it leak in every way that a soak must find.
const { appendFileSync } = require("node:fs");
const { connect } = require("node:net");
const { tmpdir } = require("node:os");
const path = require("node:path");
const plugin = require.resolve("../../../dist/plugin.js");
const api = require("../../../dist/provider/api/transport/exchange.js");

// The bundle holds its own copy of the exchange, so the separate files take its place.
require.cache[plugin] = module;
process.nextTick(() => require("../../../dist/provider/index.js"));

const kept = [];
let exchanges = 0;
const { exchange } = api;

/** @param {Parameters<typeof exchange>} request */
api.exchange = async (...request) => {
  const answer = await exchange(...request);
  exchanges++;
  // A cache of responses that grows without bound.
  kept.push(`${exchanges} ${answer.text} ${" ".repeat(20_000)}`.split(" ").join("-"));
  if (exchanges % 5 > 0) return answer;
  // A connection, a timer and a file that stay.
  kept.push(connect(Number(process.env.SOAK_LEAK_PORT), "127.0.0.1").on("error", () => {}));
  setInterval(() => {}, 60_000);
  appendFileSync(path.join(tmpdir(), `left-${exchanges}`), "left");
  return answer;
};
