import { stopOnSignals } from "../../../cli/drift/run";

test.each([
  [true, [false, true], 1],
  [false, [true, true], 0],
])("on a terminal (%s) the first and the second SIGINT stop: %j", (isTTY, stops, notes) => {
  const note = jest.spyOn(console, "error").mockImplementation();
  const before = process.stderr.isTTY;
  process.stderr.isTTY = isTTY;
  const { signal, forget } = stopOnSignals();
  const stopped = stops.map(() => process.emit("SIGINT") && signal.aborted);
  forget();
  process.stderr.isTTY = before;
  expect([stopped, note.mock.calls.length]).toEqual([stops, notes]);
  note.mockRestore();
});

test("the end of a run cancels the requests that are still under way", () => {
  const { signal, forget } = stopOnSignals();
  forget();
  expect(signal.aborted).toBe(true);
});
