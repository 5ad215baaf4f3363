import { halfMasker } from "../../../provider/api/halfMasker";

const secret = "Winter-2026-hunter2-Winter";
const masked = halfMasker([secret]);

test("the start of a secret is masked where a text ends with it, and its end where one begins with it", () => {
  for (let cut = 8; cut <= secret.length - 8; cut++) {
    expect([`user: ${secret.slice(0, cut)}`, `${secret.slice(cut)}" is wrong`].map(masked)).toEqual([
      "user: [secret]",
      '[secret]" is wrong',
    ]);
  }
});

test.each(["hex", "base64", "base64url"] as const)("the same in %s", (encoding) => {
  const text = Buffer.from(`{"a":"${secret}"}`).toString(encoding);
  const half = text.length / 2;
  expect(masked(text.slice(0, half))).toMatch(/\[secret\]$/);
  expect(masked(text.slice(half))).toMatch(/^\[secret\]/);
});

test("words in the middle, less than eight characters and halves of short secrets stay", () => {
  for (const text of ["in Winter-2026 it was", "Winter-", "hunter2", "", "it was Winter-"])
    expect(masked(text)).toBe(text);
  expect(halfMasker(["short-secret"])("it is short-sec")).toBe("it is short-sec");
});
