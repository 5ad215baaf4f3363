// Loaded into the plugin's process before the plugin, makes it leak in every way that a soak must find: controls of the rule.
const { appendFileSync } = require("node:fs");
const { connect } = require("node:net");
const { tmpdir } = require("node:os");
const path = require("node:path");
const { Exchange } = require("../../../../dist/provider/api/exchange.js");
require("../../../support/withoutBundle.cjs");

const kept = [];
let exchanges = 0;
const end = Exchange.prototype.onResponseEnd;

Exchange.prototype.onResponseEnd = function () {
  end.call(this);
  exchanges++;
  // A cache of answers that nobody empties.
  this.answer.then((answer) => kept.push(`${exchanges} ${answer.text} ${" ".repeat(20_000)}`.split(" ").join("-")));
  if (exchanges % 5 > 0) return;
  // A connection that nobody closes, a timer that nobody clears, a file that nobody removes.
  kept.push(connect(Number(process.env.SOAK_LEAK_PORT), "127.0.0.1").on("error", () => {}));
  setInterval(() => {}, 60_000);
  appendFileSync(path.join(tmpdir(), `left-${exchanges}`), "left");
};
