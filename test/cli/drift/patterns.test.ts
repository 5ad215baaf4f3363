import fc from "fast-check";
import { covers } from "../../../cli/drift/ignoring";
import { matches } from "../../../cli/drift/patterns";

test.each([
  ["", "/labels", true],
  ["/labels", "", false],
  ["/labels", "/labels", true],
  ["/labels", "/labels/team/0", true],
  ["/labels", "/labels~1team", false],
  ["/labels/team", "/labels/teams", false],
])("%j covers %j: %j", (outer, inner, expected) => {
  expect(covers(outer, inner)).toBe(expected);
});

const dev = {
  name: "dev",
  urn: "urn:pulumi:prod::shop::vcluster-platform:index:SpaceTemplate::dev",
  type: "vcluster-platform:index:SpaceTemplate",
};

test.each(["dev", dev.urn, dev.type, "*", "d*v", "*e*", "**", "dev*", "vcluster-platform:*"])(
  "%s matches the template dev",
  (pattern) => expect(matches(pattern, dev)).toBe(true),
);

test.each(["", "de", "ev", "Dev", "d.v", "dev*v", "*dev*dev*", "de?", "vcluster-platform:index:OwnedAccessKey"])(
  "%j does not match the template dev",
  (pattern) => expect(matches(pattern, dev)).toBe(false),
);

test("an object without a URN is matched by name and type", () => {
  const orphan = { ...dev, urn: null };
  const matching = ["dev", dev.type, dev.urn, "null"].filter((pattern) => matches(pattern, orphan));
  expect(matching).toEqual(["dev", dev.type]);
});

const text = fc.string({ unit: fc.constantFrom("a", "b", "*", ".", "\n", "(") });

test("a dynamic resource is also meant by the type of the plugin", () => {
  const dynamic = { name: "dev", urn: null, type: "pulumi-nodejs:dynamic/vcluster-platform:SpaceTemplate" };
  const patterns = [
    "vcluster-platform:index:SpaceTemplate",
    dynamic.type,
    "*:SpaceTemplate",
    "vcluster-platform:index:OwnedAccessKey",
  ];
  expect(patterns.filter((pattern) => matches(pattern, dynamic))).toEqual(patterns.slice(0, 3));
});

test("a name without a star matches only itself", () => {
  fc.assert(
    fc.property(text, text, (one, other) => {
      const pattern = one.replaceAll("*", "");
      expect(matches(pattern, { name: other, urn: null, type: "t" })).toBe(pattern === other);
    }),
  );
});

test("a star matches any text", () => {
  fc.assert(
    fc.property(fc.array(text, { minLength: 1 }), fc.infiniteStream(text), (pieces, between) => {
      const plain = pieces.map((piece) => piece.replaceAll("*", ""));
      const name = plain.reduce((start, piece) => start + (between.next().value ?? "") + piece);
      expect(matches(plain.join("*"), { name, urn: null, type: "t" })).toBe(true);
    }),
  );
});

test("a pattern of many stars takes no exponential time", () => {
  const name = "a".repeat(20_000);
  expect(matches(`${"*a".repeat(2_000)}*b`, { name, urn: null, type: "t" })).toBe(false);
});
