import type { ReadResponse } from "../request";
import type { Expected } from "./expectations";
import type { Body } from "./row";

/** Throws where a response is not what a row expects. */
export function judge(expected: Expected, response: ReadResponse, given: readonly Body[]): void {
  const { text, body, headers } = response;
  expect(`status ${response.status}`).toBe(`status ${expected.status}`);
  if (text.startsWith("{") && response.status >= 400) expect(body).toMatchObject(statusBody(response));
  if (expected.reason !== undefined) expect(body.reason).toBe(expected.reason);
  if (expected.message !== undefined) expect(String(body.message)).toMatch(pattern(expected.message));
  if (expected.causes !== undefined) expect(causesOf(body)).toEqual(expected.causes);
  if (expected.match !== undefined) expect(body).toMatchObject(expected.match);
  if (expected.contains !== undefined) expect(text).toContain(expected.contains);
  if (expected.text !== undefined) expect(text).toBe(expected.text);
  expect(headers.get("warning") ?? "").toMatch(pattern(expected.warning ?? ""));
  expect(headers.get("retry-after")).toBe(expected.retryAfter ?? null);
  if (expected.events !== undefined) expect(body.events).toMatchObject(expected.events);
  for (const path of expected.absent ?? []) expect(body).not.toHaveProperty(path);
  if (expected.sameVersionAs === undefined) return;
  expect(body.metadata.resourceVersion).toBe(given[expected.sameVersionAs]?.metadata.resourceVersion);
}

/** What every error that a server makes itself has in common. */
const statusBody = ({ status, body }: ReadResponse) => ({
  kind: "Status",
  apiVersion: "v1",
  metadata: {},
  status: "Failure",
  message: expect.any(String),
  code: status,
  ...detailsOf(String(body.message)),
});

/** A message that starts with an object has that object in its details, too. */
const subject =
  /^(?:Operation cannot be fulfilled on |object is being deleted: )?(\w+)\.([\w.]+) (?:"([^"]*)"|is forbidden)/;

function detailsOf(message: string): { details?: object } {
  const [, kind, group, name = ""] = subject.exec(message) ?? [];
  return kind === undefined ? {} : { details: { kind, group, ...(name !== "" && { name }) } };
}

function pattern(message: string): RegExp {
  const literal = message.replace(/[\\^$*+?()[\]{}|]|\.(?!\.)(?<!\.\.)/g, "\\$&");
  return new RegExp(`^${literal.replaceAll("...", "[\\s\\S]*").replaceAll("<uid>", "[-0-9a-f]{36}")}$`);
}

function causesOf({ details }: Body): string[] {
  const { causes = [] } = (details ?? {}) as { causes?: { reason: string; field: string }[] };
  return causes.map(({ reason, field }) => `${reason} ${field}`);
}
