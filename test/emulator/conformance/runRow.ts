import { randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { type ReadResponse, send } from "../request";
import { WatchClient } from "../watchClient";
import { type Expected, partsOf, type Row, type Step } from "./expectations";
import { judge } from "./judge";
import { madeBy, mayHaveMade, type Remains, removeRemains } from "./remains";
import { type Body, postKey, type Request } from "./row";
import type { Target } from "./target";

type Role = NonNullable<Request["as"]>;

const verbs: Record<Role, string[]> = {
  viewer: ["get", "list", "watch"],
  author: ["get", "list", "watch", "create"],
};
const attempts = 50;
const betweenMs = 200;
const watchMs = 10_000;

/** Runs a row on a server and deletes its objects. Errors show the exchange, but no key. */
export async function runRow(row: Row, target: Target): Promise<void> {
  const run = new RowRun(target);
  const failures: unknown[] = [];
  await run.play(row).catch((error: unknown) => failures.push(error));
  await run.cleanUp().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw new Error(run.report(failures));
}

/** The names, the responses and the remains of one row on one server. */
class RowRun {
  private readonly given: Body[] = [];
  private sent = "";
  private received = "";
  private readonly prefix = `conformance-${randomBytes(4).toString("hex")}-`;
  private readonly remains: Remains[] = [];
  private readonly keys = new Map<Role, string>();

  constructor(private readonly target: Target) {
    if (target.restrictedKey !== undefined) this.keys.set("viewer", target.restrictedKey);
  }

  async play(row: Row): Promise<void> {
    const { given, request, expectation } = partsOf(row);
    for (const step of given) this.given.push(await this.expectDone(step));
    const { goTypes, api } = this.target;
    const product = api === 4 ? expectation.product : undefined;
    const expected: Expected = this.own(product ?? (goTypes ? expectation.native : undefined) ?? expectation);
    for (let attempt = expectation.eventually === true ? attempts : 1; ; attempt--) {
      const watched = expected.events?.length;
      const response = await (watched === undefined
        ? this.send(request)
        : this.watch(request, watched, expectation.during ?? []));
      try {
        return judge(expected, response, this.given);
      } catch (error) {
        if (attempt === 1) throw error;
        await wait(betweenMs);
      }
    }
  }

  /** Removes what this run made, the last first. */
  async cleanUp(): Promise<void> {
    for (const remains of this.remains.reverse()) await removeRemains(this.target, remains);
  }

  /** What went wrong, without the keys of this run. */
  report(failures: unknown[]): string {
    const text = [this.sent, ...failures.map(messageOf), this.received].join("\n\n");
    const secrets = [this.target.accessKey, ...this.keys.values()].filter((key) => key !== "");
    return secrets.reduce((shown, key) => shown.replaceAll(key, "<key>"), text);
  }

  /** A value of a row with the names of this run and the group of this server. */
  private own<T>(value: T): T {
    const ownGroup = `management.${this.target.vendor}`;
    return rewrite(value, (text) =>
      text.replace(/(?<![a-z0-9])my-/g, this.prefix).replaceAll(/<g>|management\.loft\.sh/g, ownGroup),
    );
  }

  /** The request of a step as this server gets it. */
  private async prepare(step: Step): Promise<Request> {
    const { as, ...request } = this.own(typeof step === "function" ? step(this.given) : step);
    const authorization = as === undefined ? {} : { authorization: `Bearer ${await this.keyOf(as)}` };
    const { method, path, body } = request;
    this.sent = `${method} ${path}\n${shorten(typeof body === "object" ? JSON.stringify(body) : String(body ?? ""))}`;
    this.received = "";
    return { ...request, ...authorization };
  }

  /** Sends a step and remembers what it made. */
  private async send(step: Step): Promise<ReadResponse> {
    const request = await this.prepare(step);
    const response = await send(this.target, request).catch((error: unknown) => {
      this.remains.push(...mayHaveMade(request, this.prefix));
      throw error;
    });
    this.note(response.status, response.text);
    const made = madeBy(request, response);
    if (made !== undefined) this.remains.push(made);
    return response;
  }

  /** Opens a watch, sends steps meanwhile, and returns the first events. */
  private async watch(step: Step, count: number, during: Step[]): Promise<ReadResponse> {
    const watch = await WatchClient.request(this.target, await this.prepare(step));
    const timer = setTimeout(() => watch.close(), watchMs);
    try {
      if (watch.response.ok) for (const one of during) await this.expectDone(one);
      const events = await watch.take(count);
      this.note(watch.response.status, JSON.stringify(events));
      const { status, headers } = watch.response;
      return { status, headers, text: "", body: { events } as unknown as Body };
    } finally {
      clearTimeout(timer);
      watch.close();
    }
  }

  /** Sends a step that has to work. The namespace of a new project takes a moment. */
  private async expectDone(step: Step): Promise<Body> {
    let response = await this.send(step);
    for (let attempt = attempts; attempt > 1 && isNamespaceMissing(response); attempt--) {
      await wait(betweenMs);
      response = await this.send(step);
    }
    const { status, body, text } = response;
    if (status < 300) return body;
    const taken = body.reason === "AlreadyExists" ? "The name is taken on this server, by an object that stays: " : "";
    throw new Error(`${taken}a step before the request was refused with ${status}\n${text}`);
  }

  private note(status: number, text: string): void {
    this.received = `The whole response: ${status} ${shorten(text)}`;
  }

  private async keyOf(role: Role): Promise<string> {
    const known = this.keys.get(role);
    if (known !== undefined) return known;
    const rights = { rules: [{ verbs: verbs[role] }] };
    const made = await this.expectDone(
      postKey(`my-${role}`, { user: role, ...(this.target.api === 4 ? { scope: rights } : rights) }),
    );
    const key = String(made.spec.key);
    this.keys.set(role, key);
    return key;
  }
}

const isNamespaceMissing = ({ status, body }: ReadResponse): boolean =>
  status === 404 && /^namespaces? "/.test(String(body.message));

const shorten = (text: string): string => (text.length > 1000 ? `${text.slice(0, 1000)} ...` : text.trim());

// The cause of an error of fetch is the reason of the failure.
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message}: ${messageOf(error.cause)}`;
}

/** Changes every text in a value of rows; matchers and regular expressions stay. */
function rewrite<T>(value: T, change: (text: string) => string): T {
  if (typeof value === "string") return change(value) as T;
  if (Array.isArray(value)) return value.map((item) => rewrite(item, change)) as T;
  const isPlain = typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
  if (!isPlain) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [change(name), rewrite(item, change)])) as T;
}
