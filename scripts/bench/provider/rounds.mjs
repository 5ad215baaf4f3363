// Measurements side by side.

/**
 * Lets each contender have its turn in every round, each round another one first, and yields all samples by name.
 * @param {number} times
 * @param {Record<string, () => Promise<Record<string, number>>>} contenders each yields numbers by their names
 */
export async function rounds(times, contenders) {
  const samples = new Samples();
  const all = Object.values(contenders);
  for (let round = 0; round < times; round++) {
    const first = round % all.length;
    for (const run of [...all.slice(first), ...all.slice(0, first)]) samples.add(await run());
  }
  return samples;
}

/** Numbers of several rounds by their names. */
export class Samples {
  /** @type {Map<string, number[]>} */
  #byName = new Map();

  /** @param {Record<string, number>} numbers */
  add(numbers) {
    for (const [name, number] of Object.entries(numbers)) {
      this.#byName.set(name, [...(this.#byName.get(name) ?? []), number]);
    }
  }

  /** @param {string} name */
  of(name) {
    const samples = this.#byName.get(name);
    if (!samples) throw new Error(`Nothing was measured under "${name}", only under ${this.names().join(", ")}.`);
    return samples;
  }

  /** @param {string} name */
  has(name) {
    return this.#byName.has(name);
  }

  names() {
    return [...this.#byName.keys()];
  }
}
