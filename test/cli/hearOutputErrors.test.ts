import { existsSync } from "node:fs";
import { finish, start, startAfter } from "./program";

// Nothing listens there, so it comes to its end at once.
const doctor = ["doctor", "--json", "--base-url", "http://127.0.0.1:9"];

test("a reader that went away gets no trace", async () => {
  const program = start(...doctor);
  program.stdout.destroy();
  expect((await finish(program)).err).toBe("");
});

const full = "/dev/full";
const testWhereThere = existsSync(full) ? test : test.skip;

testWhereThere.each([["--version"], doctor])(
  "output of %s that cannot be written is a sentence, and 1",
  async (...args) => {
    const { code, err } = await finish(startAfter(`exec > ${full}`, ...args));
    expect(code).toBe(1);
    expect(err).toMatch(/^pulumi-platform: the output cannot be written: ENOSPC[^\n]*\n$/);
  },
);
