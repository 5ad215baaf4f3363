import { perSecond, whole } from "./table.mjs";
import { template } from "./template.mjs";

const watchers = 7;
const changes = 500;

/**
 * How fast changes are told to several watchers.
 * @type {import("./benches.mjs").Bench}
 */
export const watches = {
  name: "Watches",
  run: async (platform) => {
    const { metadata } = JSON.parse(await platform.send({ path: "/spacetemplates?limit=1" }));
    const path = `/spacetemplates?watch=true&resourceVersion=${metadata.resourceVersion}`;
    const streams = await Promise.all(Array.from({ length: watchers }, () => platform.open({ path })));
    const started = performance.now();
    const told = Promise.all(streams.map(readEvents));
    for (let index = 0; index < changes; index++) {
      const name = `bench-watched-${index}`;
      await platform.send({ method: "POST", path: "/spacetemplates", body: template(name) });
      await platform.send({ method: "DELETE", path: `/spacetemplates/${name}` });
    }
    await told;
    const ms = performance.now() - started;
    return [
      [
        "events told",
        perSecond(watchers * changes * 2, ms),
        `${watchers} watchers, one writer, ${whole(changes)} objects made and deleted`,
      ],
    ];
  },
};

/**
 * Reads a stream until every change has been told.
 * @param {AsyncIterable<Buffer>} stream
 */
async function readEvents(stream) {
  let lines = 0;
  for await (const chunk of stream) {
    for (const byte of chunk) if (byte === 10) lines++;
    if (lines >= changes * 2) return;
  }
}
