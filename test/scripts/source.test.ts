import { nothingServes, pulumiSource } from "../../scripts/setup/source.js";

const nothing = { cached: false, downloadable: false };
const everything = { onPath: "v3.259.0", cached: true, downloadable: true, go: "go1.26.3" };

test.each([
  ["the pulumi on PATH comes first", everything, "path"],
  ["a pulumi on PATH that is too old is passed over", { ...everything, onPath: "v3.215.0" }, "cache"],
  ["a copy obtained before comes second", { ...everything, onPath: "" }, "cache"],
  ["then a download", { ...everything, onPath: "", cached: false }, "download"],
  ["then a build with Go", { ...nothing, go: "go1.26.3" }, "go"],
  ["a Go that cannot fetch a newer one serves nobody", { ...nothing, go: "go1.20.14" }, "nothing"],
  ["without any of them there is none", nothing, "nothing"],
])("%s", (_rule, facts, source) => {
  expect(pulumiSource(facts)).toBe(source);
});

test("where nothing serves, the message says what to install", () => {
  expect(nothingServes(nothing)).toMatch(/no Go.*go\.dev/s);
  expect(nothingServes({ ...nothing, go: "go1.20.14" })).toContain("go1.20.14 is too old");
});
