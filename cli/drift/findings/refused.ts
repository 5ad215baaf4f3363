import { isUnauthorized, keyRemedy, type Session } from "../../../provider/cliFacade";
import type { Platform } from "../../platforms";
import { readContext } from "../../readContext";
import { providerType } from "../../state/exportedState";
import { timeoutSeconds } from "./closerLook";
import { type FoundAbout, subjectOf } from "./finding";
import type { ComparedResource } from "./resource";

/** Unread resources by the platform that refuses the access key or for which there is none. */
type Refusals = ReadonlyMap<Platform, readonly ComparedResource[]>;

/** Asks each platform with unread resources whether it refuses the access key. */
export async function refusalsOf(watched: readonly ComparedResource[]): Promise<Refusals> {
  const failed = watched.filter(({ outcome }) => outcome.result === "failed");
  const platforms = [...new Set(failed.flatMap(({ platform }) => platform ?? []))];
  const found = platforms.map(async (platform) => {
    const resources = failed.filter((each) => each.platform === platform);
    return (await refuses(platform)) ? [[platform, resources] as const] : [];
  });
  return new Map((await Promise.all(found)).flat());
}

async function refuses({ session, problems }: Platform): Promise<boolean> {
  if (!session) return problems.some(({ property }) => property === "accessKey");
  const { client, call } = readContext(session, { timeout: timeoutSeconds });
  const error: unknown = await client.getDocument([], call).catch((thrown) => thrown);
  return isUnauthorized(error);
}

/**
 * One finding for each platform with its unread resources, and one for each other session whose
 * search for orphans was refused.
 */
export function refusalFindings(refusals: Refusals, sessions: readonly Session[]): FoundAbout[] {
  const known = new Set([...refusals.keys()].map(({ session }) => session));
  const searched = sessions.filter((session) => !known.has(session));
  return [
    ...[...refusals].map(([platform, resources]) => finding(platform, `Not compared: ${namesOf(resources)}.`)),
    ...searched.map((session) => finding({ session, problems: [] }, "Orphans were not looked for.")),
  ];
}

function finding({ session, problems }: Platform, consequence: string): FoundAbout {
  const address = session?.config.baseUrl ?? null;
  const reason = session
    ? "The platform refused the access key (401 Unauthorized)."
    : [...new Set(problems.map((problem) => problem.reason))].join(" ");
  const remedy = session && (session.config.keyRemedy ?? keyRemedy);
  return {
    subject: { urn: null, type: providerType, name: "platform", id: null, platform: address },
    kind: "unknown",
    message: `${reason} ${consequence}`,
    remedy,
    distinction: address ?? "",
  };
}

const namesOf = (resources: readonly ComparedResource[]): string =>
  resources
    .map(({ exported }) => subjectOf(exported))
    .map(({ name, type }) => `"${name}" (${type.split(":").at(-1)})`)
    .join(", ");
