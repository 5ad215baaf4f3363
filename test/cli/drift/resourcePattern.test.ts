import fc from "fast-check";
import { matches } from "../../../cli/drift/resourcePattern";

const dev = {
  name: "dev",
  urn: "urn:pulumi:prod::shop::platform:index:SpaceTemplate::dev",
  type: "platform:index:SpaceTemplate",
};

const meant = [
  "dev",
  dev.urn,
  dev.type,
  "*",
  "d*",
  "*v",
  "d*v",
  "*e*",
  "**",
  "dev*",
  "*::dev",
  "platform:*",
  "*Template",
];

test.each(meant)("%s means the template dev", (pattern) => {
  expect(matches(pattern, dev)).toBe(true);
});

const notMeant = [
  "",
  "de",
  "ev",
  "Dev",
  "d.v",
  "dev ",
  "dev*v",
  "d*d",
  "*dev*dev*",
  "de?",
  "[d]ev",
  "platform:index:OwnedAccessKey",
];

test.each(notMeant)("%j does not mean the template dev", (pattern) => {
  expect(matches(pattern, dev)).toBe(false);
});

test("an object that no state holds is meant by its name and its type", () => {
  const orphan = { ...dev, urn: null };
  expect(["dev", dev.type, dev.urn, "null"].map((pattern) => matches(pattern, orphan))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

const text = fc.string({ unit: fc.constantFrom("a", "b", "*", ".", "\n", "(") });

test("a name without a star means itself and no other", () => {
  fc.assert(
    fc.property(text, text, (one, other) => {
      const pattern = one.replaceAll("*", "");
      expect(matches(pattern, { name: other, urn: null, type: "t" })).toBe(pattern === other);
    }),
  );
});

test("whatever stands in the place of the stars is meant", () => {
  fc.assert(
    fc.property(fc.array(text, { minLength: 1 }), fc.infiniteStream(text), (pieces, between) => {
      const plain = pieces.map((piece) => piece.replaceAll("*", ""));
      const name = plain.reduce((start, piece) => start + (between.next().value ?? "") + piece);
      expect(matches(plain.join("*"), { name, urn: null, type: "t" })).toBe(true);
    }),
  );
});

test("a pattern of many stars is answered at once", () => {
  const name = "a".repeat(20_000);
  expect(matches(`${"*a".repeat(2_000)}*b`, { name, urn: null, type: "t" })).toBe(false);
});
