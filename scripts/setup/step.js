// Progress that a person likes to watch in a terminal and can read afterwards in a log.

const quietMs = 15_000;

/**
 * @typedef {object} Progress
 * @property {(title: string) => void} title what the step's line says from now on
 * @property {(text: string) => void} detail what it is doing right now
 */

/**
 * A time as a person says it: `0.4 s`, `12 s`, `3 min 05 s`.
 * @param {number} ms
 */
function duration(ms) {
  const seconds = Math.round(ms / 1000);
  if (ms < 9950) return `${(ms / 1000).toFixed(1)} s`;
  if (seconds < 60) return `${seconds} s`;
  return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, "0")} s`;
}

/**
 * Tells that another process is at the same work.
 * @param {Progress} progress
 * @returns {(pid: number | undefined) => void}
 */
const waitingFor = (progress) => (pid) =>
  progress.detail(`waiting for another set-up${pid ? ` (process ${pid})` : ""}`);

/**
 * Does one step of work and shows it: live in a terminal, as simple lines elsewhere.
 * @template T
 * @param {string} title
 * @param {(progress: Progress) => Promise<T>} work
 * @returns {Promise<T>}
 */
async function step(title, work) {
  const live = process.stdout.isTTY && !process.env.CI ? await import("listr2").catch(() => undefined) : undefined;
  return live ? liveStep(live, title, work) : plainStep(title, work);
}

/**
 * @template T
 * @param {typeof import("listr2", { with: { "resolution-mode": "import" } })} listr2
 * @param {string} first
 * @param {(progress: Progress) => Promise<T>} work
 * @returns {Promise<T>}
 */
async function liveStep({ Listr }, first, work) {
  /** @type {{ value?: T }} */
  const done = {};
  const started = Date.now();
  let title = first;
  let detail = "";
  const list = new Listr(
    {
      title: first,
      task: async (_context, task) => {
        const show = () => {
          task.title = detail ? `${title}: ${detail} · ${duration(Date.now() - started)}` : title;
        };
        const clock = setInterval(show, 1000);
        const progress = {
          title: (/** @type {string} */ text) => {
            title = text;
            show();
          },
          detail: (/** @type {string} */ text) => {
            detail = text;
            show();
          },
        };
        done.value = await work(progress).finally(() => clearInterval(clock));
        task.title = `${title} (${duration(Date.now() - started)})`;
      },
    },
    { registerSignalListeners: false, rendererOptions: { showErrorMessage: false } },
  );
  await list.run();
  return /** @type {T} */ (done.value);
}

/**
 * @template T
 * @param {string} first
 * @param {(progress: Progress) => Promise<T>} work
 * @returns {Promise<T>}
 */
async function plainStep(first, work) {
  const started = Date.now();
  const took = () => duration(Date.now() - started);
  let title = first;
  let detail = "";
  const clock = setInterval(() => console.log(`  ${title}: ${detail || "still at work"} (${took()})`), quietMs);
  const progress = {
    title: (/** @type {string} */ text) => {
      title = text;
    },
    detail: (/** @type {string} */ text) => {
      detail = text;
    },
  };
  try {
    const value = await work(progress);
    console.log(`✔ ${title} (${took()})`);
    return value;
  } catch (error) {
    console.log(`✖ ${title} (${took()})`);
    throw error;
  } finally {
    clearInterval(clock);
  }
}

module.exports = { step, waitingFor, duration };
