// Programs of dynamic resources: ours, and some whose provider does nothing.
import { writeFileSync } from "node:fs";
import path from "node:path";
import { linkPackages } from "../../setup/links.js";

const ours = `const { SpaceTemplate } = require("pulumi-vcluster-platform");
for (const each of require("./inputs.json")) new SpaceTemplate(each.name, each);
`;

const noop = `const { dynamic } = require("@pulumi/pulumi");
const provider = {
  create: async (inputs) => ({ id: inputs.name, outs: inputs }),
  update: async (id, olds, news) => ({ outs: news }),
};
for (const each of require("./inputs.json")) {
  new dynamic.Resource(provider, each.name, each, {}, "platform", "SpaceTemplate");
}
`;

/** @type {{ ours: import("../engineStack.mjs").StackOptions, noop: import("../engineStack.mjs").StackOptions }} */
export const dynamicPrograms = { ours: { write: writer(ours) }, noop: { write: writer(noop) } };

/** In JavaScript: a compiler would take most of the time. @param {string} program */
function writer(program) {
  let linked = "";
  return (/** @type {string} */ folder, /** @type {readonly object[]} */ inputs) => {
    const write = (/** @type {string} */ name, /** @type {string} */ text) =>
      writeFileSync(path.join(folder, name), text);
    write("inputs.json", JSON.stringify(inputs));
    if (folder === linked) return;
    linked = folder;
    const options = "{ typescript: false, packagemanager: npm }";
    write("Pulumi.yaml", `name: bench\nruntime: { name: nodejs, options: ${options} }\n`);
    write("package.json", JSON.stringify({ name: "bench", main: "index.js" }));
    write("index.js", program);
    linkPackages(folder);
  };
}
