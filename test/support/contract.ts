import type { AdapterDriver } from "./adapterDriver";
import type { AdapterUnderTest } from "./adapterUnderTest";
import { initializationOf, type Kept, type Wire } from "./pluginDriver";

/** A failed create or update that left something for the next one: the error has id and state. */
export type Unfinished = Kept & { reasons: string[] };

/** Whether it is the plugin driver. Dynamic resources lack paths, read reasons and secrets. */
export const isPlugin = (driver: AdapterDriver): boolean => "plugin" in driver;

/** The resource as a refresh leaves it. */
export const refreshed = async ({ driver }: AdapterUnderTest, type: string, kept: Kept): Promise<Kept> => ({
  ...kept,
  ...(await driver.read(type, kept)),
});

/** A value without Pulumi's mark of secrets, which dynamic resources do not have. */
export const plainOf = (value: unknown): unknown =>
  typeof value === "object" && value !== null && "value" in value ? value.value : value;

/** The value of an access key. */
export const keyOf = ({ state }: { state: Wire }): string => String(plainOf(state.key) ?? "");

/** The message of what has to fail. */
export const failureOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => Promise.reject(new Error("It did not fail")),
    (error: Error) => error.message,
  );

/** The unfinished resource of an operation that must fail. */
export const unfinishedOf = (work: Promise<unknown>): Promise<Unfinished> =>
  work.then(
    () => Promise.reject(new Error("It did not fail")),
    (error) =>
      error.properties ? { id: error.id, inputs: {}, state: error.properties, reasons: [] } : initializationOf(error),
  );

/** A read that has to leave its resource unfinished. Only the plugin has an error for that. */
export async function readUnfinished({ driver }: AdapterUnderTest, type: string, kept: Kept): Promise<Kept> {
  const read = driver.read(type, kept);
  if (isPlugin(driver)) return unfinishedOf(read);
  return (await read) ?? Promise.reject(new Error("It is gone"));
}

/** Compares as the engine does. Only the plugin shows which properties change. */
export async function expectDiff(driver: AdapterDriver, type: string, kept: Kept, news: Wire, detailed: string[]) {
  const replaces = detailed.some((change) => change.endsWith("-replace"));
  const expected = { changes: detailed.length > 0, replaces, ...(isPlugin(driver) && { detailed }) };
  expect(await driver.diff(type, kept, news)).toMatchObject(expected);
}

/** A resource whose state holds only its inputs, as an unfinished create leaves it. */
export async function withoutOutputs(
  { driver }: AdapterUnderTest,
  type: string,
  id: string,
  news: Wire,
): Promise<Kept> {
  const { inputs } = await driver.check(type, news);
  // Dynamic resources keep what the program declares in the state.
  return { id, inputs, state: { ...inputs, ...(!isPlugin(driver) && { __inputs: inputs }) } };
}
