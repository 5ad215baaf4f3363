import { Failure } from "../setup/failure.js";
import { megabytes, milliseconds, whole } from "./table.mjs";

const pageSize = 500;

/** @typedef {{ items: unknown[], metadata: { continue?: string } }} Page */

/**
 * How long lists of everything take, whole and in pages.
 * @type {import("./benches.mjs").Bench}
 */
export const lists = {
  name: "Lists",
  run: async (platform, { objects }) => {
    const started = performance.now();
    const text = await platform.send({ path: "/spacetemplates" });
    const wholeMs = performance.now() - started;
    expectObjects(JSON.parse(text).items.length, objects);
    const pages = await readPages(platform);
    expectObjects(pages.objects, objects);
    return [
      [`list of ${whole(objects)} objects`, milliseconds(wholeMs), `${megabytes(text.length)} of JSON`],
      [`the same in pages of ${pageSize}`, milliseconds(pages.ms), `${whole(pages.pages)} pages`],
    ];
  },
};

/** @param {import("./platform.mjs").BenchPlatform} platform */
async function readPages(platform) {
  const started = performance.now();
  const found = { objects: 0, pages: 0, ms: 0 };
  let next = "";
  do {
    const text = await platform.send({ path: `/spacetemplates?limit=${pageSize}&continue=${next}` });
    /** @type {Page} */
    const page = JSON.parse(text);
    found.objects += page.items.length;
    found.pages++;
    next = page.metadata.continue ?? "";
  } while (next !== "");
  return { ...found, ms: performance.now() - started };
}

/**
 * @param {number} found
 * @param {number} wanted
 */
function expectObjects(found, wanted) {
  if (found !== wanted) throw new Failure(`The list has ${found} objects, not ${wanted}: run "Creates" with it.`);
}
