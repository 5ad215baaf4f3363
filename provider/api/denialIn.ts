import { singularsOf } from "./apiObject.js";

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

// Kubernetes' own sentence, such as: spacetemplates.management.loft.sh "dev" not found
const statement = /^(?<kind>[^\s".]{1,253})\S{0,253} "(?<name>[^"]{0,253})" not found$/;

/**
 * Whether it names the object at this path, or its namespace, in the details or in Kubernetes' own
 * sentence. A server also answers 404 if it misses something else, such as the object's cluster.
 */
function isAbout(path: string, { message, about }: Said): boolean {
  const { kind, name }: About = about?.kind && about.name ? about : (statement.exec(message)?.groups ?? {});
  if (!kind || name === undefined) return false;
  return path.split("/").some((step, at, steps) => at % 2 === 1 && step === name && fits(`${steps[at - 1]}`, kind));
}

/** Compared without a group, since a platform may keep an object in another one than it shows it in. */
function fits(plural: string, kind: string): boolean {
  const plain = kind.toLowerCase().replace(/\..*/s, "");
  // It may keep an OwnedAccessKey as an AccessKey, too.
  return plain !== "" && [plural, ...singularsOf(plural)].some((form) => form.endsWith(plain));
}
