import { declaredTable } from "./declaredTable";
import { describeMatrix } from "./describeMatrix";
import { operations } from "./operations";

test("every column of faultMatrix.md is an operation that is run", () => {
  expect(declaredTable().columns).toEqual(Object.keys(operations));
});

describeMatrix(operations);
