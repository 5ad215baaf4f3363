import { singularsOf } from "./identityProblem.js";

/** What an answer says, in the server's own words. */
export interface Said {
  readonly status: number;
  readonly reason?: string | undefined;
  readonly message: string;
  /** What it says that it is about: a kind or its plural, and a name. */
  readonly about?: About | undefined;
}

interface About {
  readonly kind?: string | undefined;
  readonly name?: string | undefined;
}

/** What the API says is not there: what was asked for, or something else. */
export type Denial = "asked" | "another";

// Kubernetes' words for a kind that the server does not have at all; taken for "gone", they would drop whole stacks.
const aboutNoObject = /could not find the requested resource/;

/** What an answer to a request for this path says is not there; undefined where that is not what it says, as a proxy's 404. */
export function denialIn(path: string, said: Said): Denial | undefined {
  if (said.status !== 404 || said.reason !== "NotFound" || aboutNoObject.test(said.message)) return undefined;
  const isOfObject = path.split("/").length % 2 === 0;
  return !isOfObject || isAbout(path, said) ? "asked" : "another";
}

// Kubernetes' words for all else, such as: spacetemplates.management.loft.sh "dev" not found
const statement = /(?<!\S)(?<kind>[^\s".]{1,253})\S{0,253} "(?<name>[^"]{0,253})" not found\b/;

/**
 * Whether it is about the object at this path, or the namespace that it is in. Servers say it of whatever they looked for themselves, such
 * as the cluster behind the object, and one that names nothing says nothing of the object.
 */
function isAbout(path: string, { message, about }: Said): boolean {
  const { kind, name }: About = about?.name ? about : (statement.exec(message)?.groups ?? {});
  const own = path.slice(path.lastIndexOf("/") + 1);
  if (name === undefined) return isWordIn(message, own);
  if (!kind) return name === own;
  return path.split("/").some((step, at, steps) => at % 2 === 1 && step === name && fits(`${steps[at - 1]}`, kind));
}

/** Compared without a group, since a platform may keep an object in another one than it shows it in. */
function fits(plural: string, kind: string): boolean {
  const plain = kind.toLowerCase().replace(/\..*/s, "");
  // It may keep an OwnedAccessKey as an AccessKey, too.
  return plain !== "" && [plural, ...singularsOf(plural)].some((form) => form.endsWith(plain));
}

/** Whether a name stands in a text by itself, and not as a part of another name. */
function isWordIn(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1))
    if (!/[\w-]/.test(text.charAt(at - 1) + text.charAt(at + name.length))) return true;
  return false;
}
