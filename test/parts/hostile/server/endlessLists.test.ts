import { endlessPages } from "../../../../scripts/testing/effort.js";
import { runOn } from "../../../cli/stackOfTest";
import { accessKey, closeAll, connect, rejection } from "../../../provider/api/scriptedServer.js";
import type { RecordedPlatform } from "../../../support/startRecorded";
import { answered, type HostileServer, startHostileServer } from "./startHostileServer";

const limitMs = 120_000;
const more = (length: number) => "x".repeat(length);

/** Pages without end; written before the first run. */
interface Row {
  /** The n-th page: what leads on, and its objects. */
  readonly page: (count: number) => { readonly token: unknown; readonly items: readonly object[] };
  readonly said: RegExp;
  /** How many pages are asked for at most. */
  readonly pages: number;
}

const objects = (count: number, page: number, spec: object = {}) =>
  Array.from({ length: count }, (_, index) => ({
    metadata: { name: `n-${page}-${index}`, uid: `u-${page}-${index}` },
    spec,
  }));

const rows: Readonly<Record<string, Row>> = {
  "pages of 500 objects, each with another token": {
    page: (count) => ({ token: `t${count}`, items: objects(500, count) }),
    said: /the answer is too large \(more than 100000 objects\)/,
    pages: 201,
  },
  "large pages, each with another token": {
    page: (count) => ({ token: `t${count}`, items: objects(1, count, { x: more(20 * 1024 * 1024) }) }),
    said: /the answer is too large \(more than 134217728 characters\)/,
    pages: 7,
  },
  "empty pages, each with another token": {
    page: (count) => ({ token: `t${count}`, items: [] }),
    said: /the answer is too large \(more than 10000 pages\)/,
    pages: 10_001,
  },
  "the same token again": { page: () => ({ token: "t", items: [] }), said: /the same page of a list again/, pages: 2 },
  "a token of megabytes": {
    page: () => ({ token: more(5 * 1024 * 1024), items: [] }),
    said: /a list whose continue token is no text of at most 4096 characters/,
    pages: 1,
  },
  "a token that is a number": {
    page: () => ({ token: 7, items: [] }),
    said: /a list whose continue token is no text/,
    pages: 1,
  },
  "an object with a uid of megabytes": {
    page: () => ({ token: "", items: [{ metadata: { name: "a", uid: more(5 * 1024 * 1024) } }] }),
    said: /an object whose metadata.uid is no text of at most 1000 characters/,
    pages: 1,
  },
  "objects of another kind": {
    page: () => ({ token: "", items: [{ kind: "Secret", metadata: { name: "a" } }] }),
    said: /asked for "spacetemplates", but answered "kind Secret"/,
    pages: 1,
  },
};

let hostile: HostileServer;
beforeEach(async () => {
  hostile = await startHostileServer();
});
afterEach(async () => {
  await closeAll();
  await hostile.close();
});

function serve({ page }: Row): void {
  hostile.attack = (socket) => {
    const { token, items } = page(hostile.requests.length);
    socket.write(answered(JSON.stringify({ metadata: { continue: token }, items })));
  };
}

/** Reads a list to its end and keeps nothing of it. */
async function readAll(): Promise<void> {
  for await (const _object of connect(hostile.baseUrl).list(["spacetemplates"])) {
    // Only that it ends matters.
  }
}

const tried = Object.entries(rows).filter(([, { pages }]) => pages <= endlessPages(process.env));

test.each(tried)(
  "%s: the list ends with an error that says so",
  async (_what, row) => {
    serve(row);
    expect((await rejection(readAll())).message).toMatch(row.said);
    expect(hostile.requests).toHaveLength(row.pages);
  },
  limitMs,
);

// Objects without the stack's label are no orphans, but count all the same.
test(
  "the command orphans ends as well, and tells why",
  async () => {
    serve(rows["pages of 500 objects, each with another token"] as Row);
    const { code, out, err } = await runOn(
      { baseUrl: hostile.baseUrl, accessKey } as RecordedPlatform,
      "orphans",
      "--stack",
      "web/prod",
    );
    expect(code).not.toBe(0);
    expect(out + err).toMatch(/the answer is too large \(more than 100000 objects\)/);
  },
  limitMs,
);
