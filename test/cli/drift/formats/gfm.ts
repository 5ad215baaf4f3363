import { once } from "node:events";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";

const parser = `
  const { parentPort, workerData } = require("node:worker_threads");
  const modules = Promise.all(workerData.map((file) => import(file)));
  parentPort.on("message", async (text) => {
    const [{ micromark }, { gfm, gfmHtml }] = await modules;
    const options = { allowDangerousHtml: true, allowDangerousProtocol: true };
    parentPort.postMessage(micromark(text, { ...options, extensions: [gfm()], htmlExtensions: [gfmHtml()] }));
  });
`;

/** An unfiltered parser of GitHub Flavored Markdown. Jest cannot load its ES modules in-process. */
export function startGfm(): { html(text: string): Promise<string>; close(): Promise<unknown> } {
  const files = ["micromark", "micromark-extension-gfm"].map((name) => `${root}/${name}/index.js`);
  const worker = new Worker(parser, { eval: true, workerData: files });
  const failed = once(worker, "error").then(([error]) => Promise.reject(error));
  failed.catch(() => undefined);
  return {
    html: async (text) => {
      const answered = once(worker, "message");
      worker.postMessage(text);
      return (await Promise.race([answered, failed]))[0];
    },
    close: () => worker.terminate(),
  };
}

const root = pathToFileURL(`${process.cwd()}/node_modules`).href;
