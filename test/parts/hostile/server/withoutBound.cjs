// Loaded into the plugin's process before the plugin, lets answers be of any size: the control of the bound of its memory.
const exchange = require("../../../../dist/provider/api/exchange.js");
require("../../../support/withoutBundle.cjs");

exchange.Exchange = class extends exchange.Exchange {
  /** @param {import("../../../../provider/api/errors").Subject} subject */
  constructor(subject) {
    super(subject, Number.POSITIVE_INFINITY);
  }
};
