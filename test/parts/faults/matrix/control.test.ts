import { declaredTable } from "./declaredTable";
import type { Ran } from "./runCell";
import { cellsOf, runMatrix } from "./runMatrix";
import { startDynamicFace } from "./startFace";
import { startWorlds, type Worlds } from "./world";

// Without retries, the table must be wrong: otherwise the matrix proves nothing.
jest.mock("../../../../provider/api/retry.js", () => ({
  ...jest.requireActual("../../../../provider/api/retry.js"),
  shouldRetry: () => false,
}));

/** The faults that occur once and that a retry overcomes, written by hand. */
const survivedByRetries = [
  "connection refused",
  "the host name is not found",
  "reset, the request was not done",
  "reset, the request was done",
  "an idle connection that the server closes as the request arrives",
  "a half-closed connection: the server does the request and ends its side",
  "a chunked body that is cut off",
  "a body shorter than its Content-Length",
  "429, Retry-After 1 s",
  "429, Retry-After a date",
  "429, Retry-After -5",
  "429, Retry-After 1e12",
  "429, Retry-After soon",
  "503, Retry-After 1 s",
  "503, Retry-After a date",
  "503, Retry-After -5",
  "503, Retry-After 1e12",
  "503, Retry-After soon",
  "408 of a gateway",
  "499 of a gateway, the request was done",
  "502 of a gateway",
  "504",
];

const table = declaredTable();
let worlds: Worlds;
let failed: Ran[];

beforeAll(async () => {
  worlds = await startWorlds(startDynamicFace);
  const once = table.rows.filter(({ howLong }) => howLong === "once");
  const ran = await runMatrix(worlds, cellsOf(once, table.columns, false), table);
  failed = ran.filter(({ actual, expected }) => actual !== expected);
}, 300_000);
afterAll(() => worlds?.close());

test("without retries, every row that lives by them fails, and no other", () => {
  expect([...new Set(failed.map(({ cell: { row } }) => row.fault))].sort()).toEqual([...survivedByRetries].sort());
});

test("without retries, still nothing is written twice or lost", () => {
  const problems = failed.flatMap(({ cell, problems }) =>
    problems.map((each) => `${cell.row.fault}: ${cell.column}: ${each}`),
  );
  expect(problems).toEqual([]);
});
