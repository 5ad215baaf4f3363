import { expandedSize } from "../../../provider/objects/expandedSize";

const shared = { a: 1, b: [2, 3] };
const self: unknown[] = [];
self.push(self);

test.each<[string, unknown, number]>([
  ["a scalar", "x", 1],
  ["nothing", null, 1],
  ["a list and what it holds", [1, [2], {}], 5],
  ["what stands twice, twice", { one: shared, other: shared }, 11],
  ["what holds itself", { self }, Number.POSITIVE_INFINITY],
])("the size counts %s", (_, value, size) => {
  expect(expandedSize(value)).toBe(size);
});
