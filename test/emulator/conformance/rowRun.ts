import { randomBytes } from "node:crypto";
import { type Answer, send } from "../request";
import { madeBy, mayHaveMade, type Remains, removeRemains } from "./remains";
import { type Body, postKey, type Request, type Step } from "./row";
import type { Target } from "./target";

type Role = NonNullable<Request["as"]>;

const verbs: Record<Role, string[]> = {
  viewer: ["get", "list", "watch"],
  author: ["get", "list", "watch", "create"],
};

/** The names, the answers and the remains of one row on one server. */
export class RowRun {
  /** What the steps before the request answered. */
  readonly given: Body[] = [];
  /** The last request, for whoever has to find out what went wrong. */
  asked = "";
  /** The last answer. */
  answered = "";
  private readonly prefix = `conformance-${randomBytes(4).toString("hex")}-`;
  private readonly remains: Remains[] = [];
  private readonly keys = new Map<Role, string>();

  constructor(readonly target: Target) {
    if (target.restrictedKey !== undefined) this.keys.set("viewer", target.restrictedKey);
  }

  /** A value of a row with the names of this run and the group of this server. */
  own<T>(value: T): T {
    const viewer = this.target.restrictedKey === undefined ? 'User "viewer"' : 'User "..."';
    const ownGroup = `management.${this.target.vendor}`;
    return rewrite(value, (text) =>
      text
        .replace(/(?<![a-z0-9])my-/g, this.prefix)
        .replaceAll(/<g>|management\.loft\.sh/g, ownGroup)
        .replaceAll('User "viewer"', viewer),
    );
  }

  /** The request of a step as this server gets it. */
  async prepare(step: Step): Promise<Request> {
    const { as, ...request } = this.own(typeof step === "function" ? step(this.given) : step);
    const authorization = as === undefined ? undefined : `Bearer ${await this.keyOf(as)}`;
    this.asked = words(request);
    this.answered = "";
    return authorization === undefined ? request : { ...request, authorization };
  }

  /** Sends a step and remembers what it made. */
  async send(step: Step): Promise<Answer> {
    const request = await this.prepare(step);
    const answer = await send(this.target, request).catch((error: unknown) => {
      this.remains.push(...mayHaveMade(request, this.prefix));
      throw error;
    });
    this.note(answer);
    const made = madeBy(request, answer);
    if (made !== undefined) this.remains.push(made);
    return answer;
  }

  /** Sends a step that has to work. */
  async expectDone(step: Step): Promise<Body> {
    const { status, body, text } = await this.send(step);
    if (status < 300) return body;
    const taken = body.reason === "AlreadyExists" ? "The name is taken on this server, by an object that stays: " : "";
    throw new Error(`${taken}a step before the request was refused with ${status}\n${text}`);
  }

  /** Keeps an answer in words. */
  note({ status, text }: Answer): void {
    this.answered = `The whole answer: ${status} ${shorten(text)}`;
  }

  /** A text without the keys of this run. */
  redact(text: string): string {
    const secrets = [this.target.accessKey, ...this.keys.values()].filter((key) => key !== "");
    return secrets.reduce((shown, key) => shown.replaceAll(key, "<key>"), text);
  }

  /** Removes what this run made, the last first. */
  async cleanUp(): Promise<void> {
    for (const remains of this.remains.reverse()) await removeRemains(this.target, remains);
  }

  private async keyOf(role: Role): Promise<string> {
    const known = this.keys.get(role);
    if (known !== undefined) return known;
    const made = await this.expectDone(postKey(`my-${role}`, { user: role, rules: [{ verbs: verbs[role] }] }));
    const key = String(made.spec.key);
    this.keys.set(role, key);
    return key;
  }
}

const shorten = (text: string): string => (text.length > 1000 ? `${text.slice(0, 1000)} ...` : text.trim());

function words({ method, path, body }: Request): string {
  if (body === undefined) return `${method} ${path}`;
  return `${method} ${path}\n${shorten(typeof body === "string" ? body : JSON.stringify(body))}`;
}

/** Changes every text in a value of rows; matchers and regular expressions stay. */
function rewrite<T>(value: T, change: (text: string) => string): T {
  if (typeof value === "string") return change(value) as T;
  if (Array.isArray(value)) return value.map((item) => rewrite(item, change)) as T;
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [change(name), rewrite(item, change)])) as T;
}

function isPlainObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
