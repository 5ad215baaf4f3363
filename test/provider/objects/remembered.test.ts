import { remembered } from "../../../provider/objects/remembered";

test("a function is asked once for each object, and two objects that look the same are two", () => {
  const make = jest.fn(({ a }: { a: number }) => a + 1);
  const ask = remembered(make);
  const one = { a: 1 };
  expect([ask(one), ask(one), ask({ a: 1 })]).toEqual([2, 2, 2]);
  expect(make).toHaveBeenCalledTimes(2);
});
