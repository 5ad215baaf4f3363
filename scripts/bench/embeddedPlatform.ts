// How fast the embedded platform answers. It serves tests only, so its figures are not published.
import { Bench as Tinybench } from "tinybench";
import { startPlatform } from "../../emulator/platform.js";
import { bareClient, forEachIndex, template } from "./objects.js";
import { row } from "./results.js";
import type { Bench } from "./samples.js";

const atOnce = 8;

export const embeddedPlatform: Bench = {
  name: "Platform",
  sizes: [10_000],
  run: async (size) => {
    const platform = await startPlatform();
    const { send, close } = bareClient(platform, atOnce);
    await forEachIndex(size, atOnce, (index) => send("POST", "", template(`bench-${index}`)));
    let created = 0;
    const bench = new Tinybench({ time: 2000, throws: true })
      .add(`${atOnce} GETs`, () => forEachIndex(atOnce, atOnce, () => send("GET", `/bench-${size >> 1}`)))
      .add(`${atOnce} creates and deletes`, () =>
        forEachIndex(atOnce, atOnce, async () => {
          const name = `made-${created++}`;
          await send("POST", "", template(name));
          await send("DELETE", `/${name}`);
        }),
      )
      .add(`list of ${size} objects`, () => send("GET", ""))
      .add("page of 500 objects", () => send("GET", "?limit=500"));
    const tasks = await bench.run();
    await close();
    await platform.close();
    const rows = tasks.map(({ name, result }) => row(name, "ms", "latency" in result ? [result.latency.p50] : []));
    return [{ title: `Embedded platform, ${atOnce} connections`, rows }];
  },
};
