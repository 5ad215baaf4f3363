import fc from "fast-check";
import { covers, keysOf } from "../../../cli/drift/jsonPointer";
import { matches } from "../../../cli/drift/resourcePattern";

// The examples of RFC 6901, section 5, and texts that are no pointers.
test.each([
  ["", []],
  ["/foo", ["foo"]],
  ["/foo/0", ["foo", "0"]],
  ["/", [""]],
  ["/a~1b", ["a/b"]],
  ...["c%d", "e^f", "g|h", "i\\j", 'k"l', " "].map((key): [string, string[]] => [`/${key}`, [key]]),
  ["/m~0n", ["m~n"]],
  ["/~01", ["~1"]],
  ["foo", undefined],
  ["/~", undefined],
  ["/~2", undefined],
])("the pointer %j has the keys %j", (pointer, keys) => {
  expect(keysOf(pointer)).toEqual(keys);
});

test.each([
  ["/labels", "/labels", true],
  ["/labels", "/labels/team/0", true],
  ["/labels", "/labelsOfMine", false],
  ["/labels/team", "/labels", false],
  ["/labels/team", "/labels/other", false],
  ["/labels/team~1owner", "/labels/team~1owner", true],
  ["/labels/team", "/labels/team~1owner", false],
  ["", "/labels", true],
  ["", "", true],
  ["/labels", "", false],
  ["labels", "labels", false],
])("%j covers %j: %j", (outer, inner, expected) => {
  expect(covers(outer, inner)).toBe(expected);
});

const keys = fc.array(fc.string({ unit: fc.constantFrom("a", "~", "/", "0", "1", "#") }));
const pointerTo = (path: string[]) => path.map((key) => `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");

test("a pointer has the keys that it was made of", () => {
  fc.assert(fc.property(keys, (path) => expect(keysOf(pointerTo(path))).toEqual(path)));
});

test("a pointer covers every pointer below it and no other", () => {
  fc.assert(
    fc.property(keys, keys, fc.string(), (above, below, other) => {
      const outer = pointerTo([...above, "key"]);
      expect(covers(outer, pointerTo([...above, "key", ...below]))).toBe(true);
      expect(covers(outer, pointerTo([...above, `key${other}!`, ...below]))).toBe(false);
      expect(covers(outer, pointerTo(above))).toBe(false);
    }),
  );
});

const dev = {
  name: "dev",
  urn: "urn:pulumi:prod::shop::platform:index:SpaceTemplate::dev",
  type: "platform:index:SpaceTemplate",
};

test.each(["dev", dev.urn, dev.type, "*", "d*", "*v", "d*v", "*e*", "**", "dev*", "*::dev", "platform:*", "*Template"])(
  "%s matches the template dev",
  (pattern) => expect(matches(pattern, dev)).toBe(true),
);

const others = ["de", "ev", "Dev", "d.v", "dev ", "dev*v", "d*d", "*dev*dev*", "de?", "[d]ev"];
test.each(["", ...others, "platform:index:OwnedAccessKey"])("%j does not match the template dev", (pattern) => {
  expect(matches(pattern, dev)).toBe(false);
});

test("an object without a URN is matched by name and type", () => {
  const orphan = { ...dev, urn: null };
  const matching = ["dev", dev.type, dev.urn, "null"].filter((pattern) => matches(pattern, orphan));
  expect(matching).toEqual(["dev", dev.type]);
});

const text = fc.string({ unit: fc.constantFrom("a", "b", "*", ".", "\n", "(") });

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
