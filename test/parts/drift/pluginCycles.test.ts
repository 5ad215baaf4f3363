import { refreshCycles } from "../../../scripts/testing/effort.js";
import { type Declared, describeCycles } from "../../support/cycles";

/** JSON is YAML. */
const resource = ({ type, name, inputs }: Declared) =>
  `  ${name}: ${JSON.stringify({ type: `platform:index:${type}`, properties: inputs })}`;

describeCycles("the plugin", {
  program: "yaml",
  text: (resources) => ["resources:", ...resources.map(resource)].join("\n"),
  cycles: refreshCycles(process.env).plugin,
});
