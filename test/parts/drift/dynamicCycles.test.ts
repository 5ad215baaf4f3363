import { refreshCycles } from "../../../scripts/testing/effort.js";
import { type Declared, describeCycles } from "../../support/cycles";
import { forDynamic } from "../../support/fullInputs";

const resource = ({ type, name, inputs }: Declared) =>
  `new platform.${type}("${name}", ${JSON.stringify(forDynamic(inputs))});`;

describeCycles("dynamic resources", {
  program: "typescript",
  text: (resources) => ['import * as platform from "pulumi-platform";', ...resources.map(resource)].join("\n"),
  cycles: refreshCycles(process.env).dynamic,
});
