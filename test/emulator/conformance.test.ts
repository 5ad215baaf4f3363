import { startPlatform } from "../../emulator/platform";
import { type Body, group, type Row, type Section } from "./conformance/row";
import { sections } from "./conformance/sections";
import { type Answer, send } from "./request";

describe.each(sections)("$title", ({ rows, todo, omitEmpty = false }: Section) => {
  if (rows.length > 0) test.each(rows)("$fact", (row) => check(row, omitEmpty));
  for (const fact of todo) test.todo(fact);
});

test("every fact has its own name", () => {
  for (const { rows } of sections) expect(new Set(rows.map(({ fact }) => fact)).size).toBe(rows.length);
});

async function check(row: Row, omitEmpty: boolean): Promise<void> {
  const platform = await startPlatform({ projects: ["web"], accessKey: "bootstrap", omitEmpty });
  try {
    const given: Body[] = [];
    for (const step of row.given ?? []) {
      const answer = await send(platform, step);
      expect([step.method, answer.status < 300 ? "ok" : answer.text]).toEqual([step.method, "ok"]);
      given.push(answer.body);
    }
    const answer = await send(platform, typeof row.request === "function" ? row.request(given) : row.request);
    expect([answer.status, answer.text]).toEqual([row.status, expect.any(String)]);
    checkBody(row, answer);
    if (row.sameVersionAs === undefined) return;
    expect(answer.body.metadata.resourceVersion).toBe(given[row.sameVersionAs]?.metadata.resourceVersion);
  } finally {
    await platform.close();
  }
}

function checkBody(row: Row, { text, body, headers }: Answer): void {
  if (row.reason !== undefined) expect(body.reason).toBe(row.reason);
  if (row.message !== undefined) expect(String(body.message)).toMatch(pattern(row.message));
  if (row.causes !== undefined) expect(causesOf(body)).toEqual(row.causes);
  if (row.match !== undefined) expect(body).toMatchObject(row.match);
  if (row.contains !== undefined) expect(text).toContain(row.contains);
  if (row.text !== undefined) expect(text).toBe(row.text);
  if (row.warning !== undefined) expect(headers.get("warning")).toBe(row.warning);
  if (row.retryAfter !== undefined) expect(headers.get("retry-after")).toBe(row.retryAfter);
  for (const path of row.absent ?? []) expect(body).not.toHaveProperty(path);
}

function pattern(message: string): RegExp {
  const literal = message.replaceAll("<g>", group).replace(/[\\^$*+?()[\]{}|]|\.(?!\.)(?<!\.\.)/g, "\\$&");
  return new RegExp(`^${literal.replaceAll("...", "[\\s\\S]*").replaceAll("<uid>", "[-0-9a-f]{36}")}$`);
}

function causesOf(body: Body): string[] {
  const { causes } = body.details as { causes: { reason: string; field: string }[] };
  return causes.map(({ reason, field }) => `${reason} ${field}`);
}
