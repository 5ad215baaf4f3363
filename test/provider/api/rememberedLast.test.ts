import { rememberedLast } from "../../../provider/api/rememberedLast.js";

/** What was asked in turn, and how often something had to be made for it. */
test.each<[what: string, asked: string[][], made: number]>([
  [
    "the same texts, in lists of their own",
    [
      ["a", "b"],
      ["a", "b"],
      ["a", "b"],
    ],
    1,
  ],
  ["other texts", [["a"], ["b"]], 2],
  ["more texts, and fewer", [["a"], ["a", "b"], ["a"]], 3],
  [
    "texts in another order",
    [
      ["a", "b"],
      ["b", "a"],
    ],
    2,
  ],
  [
    "texts of which one comes twice",
    [
      ["a", "b"],
      ["a", "a", "b"],
    ],
    1,
  ],
  ["none at all", [[], []], 1],
  ["what was asked before the last", [["a"], ["b"], ["a"]], 3],
  ["as many characters as are kept", [["a".repeat(10_000)], ["a".repeat(10_000)]], 1],
  [
    "more characters than are kept",
    [
      ["a", "b".repeat(10_000)],
      ["a", "b".repeat(10_000)],
    ],
    2,
  ],
  ["what came before too many characters", [["a"], ["b".repeat(10_001)], ["a"]], 2],
])("%s", (_what, asked, made) => {
  let count = 0;
  const joined = rememberedLast((texts) => {
    count++;
    return texts.join();
  });
  for (const texts of asked) expect(joined(texts)).toBe([...new Set(texts)].join());
  expect(count).toBe(made);
});

test("a list that is changed afterwards is another one", () => {
  const joined = rememberedLast((texts) => texts.join());
  const texts = ["a"];
  expect(joined(texts)).toBe("a");
  texts.push("b");
  expect(joined(texts)).toBe("a,b");
});
