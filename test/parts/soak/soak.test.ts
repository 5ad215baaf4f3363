import { soakSeconds } from "../../../scripts/testing/effort.js";
import { growth, tableOf } from "./load/growth";
import { soak } from "./load/soak";

const seconds = soakSeconds(process.env);
/** A look every four seconds where it is short, sixty looks where it is long. */
const rounds = Math.min(60, Math.ceil(seconds / 4));

test(
  `a plugin under ${seconds} s of load and faults grows neither memory nor sockets`,
  async () => {
    const seed = Number(process.env.SOAK_SEED ?? Date.now() % 2 ** 31);
    const { samples, counts, printed } = await soak({ seconds, rounds, seed });
    const answered = [...counts].map(([method, { well, badly }]) => `${method} ${well}+${badly}`).join(", ");
    process.stdout.write(`Soak with SOAK_SEED=${seed}; answered well + badly: ${answered}\n${tableOf(samples)}\n`);
    expect(growth(samples)).toEqual([]);
    expect(printed).toBe("");
  },
  (2 * seconds + 300) * 1000,
);
