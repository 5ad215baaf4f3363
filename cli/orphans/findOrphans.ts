import { messageOf } from "../../provider/cliFacade";
import type { StackPlatform } from "../platforms";
import { settingsError } from "../session";
import { isKept, type Orphan } from "./orphan";
import { type PlatformSearch, type SearchOptions, searchPlatform } from "./search";
import { type FindHolders, type HeldObject, withoutHeld } from "./states";

/** Objects that are in no given state. */
export interface Found {
  /** Addresses of the searched platforms. */
  readonly platforms: readonly string[];
  readonly orphans: readonly Orphan[];
  /** Keys that `replacedKey` keeps until their end. */
  readonly kept: readonly Orphan[];
  /** Objects in the state of another stack of the project. */
  readonly held: readonly HeldObject[];
  /** What the search could not see, as a sentence for each platform. */
  readonly unseen: readonly string[];
  readonly unsearched: readonly Unsearched[];
}

/** A platform that could not be searched. */
export interface Unsearched {
  /** Its address; null if unknown. */
  readonly platform: string | null;
  /** The provider with invalid settings, in words; null for the stack's configuration. */
  readonly provider: string | null;
  readonly reason: string;
}

/** A search of all platforms. */
export interface Result {
  readonly found: Found;
  /** The errors of the platforms that could not be searched. */
  readonly errors: readonly unknown[];
}

interface FindOptions extends SearchOptions {
  readonly heldBy: FindHolders;
}

/** Searches objects with the owner labels of the stacks. Returns those that no state holds. */
export async function findOrphans(platforms: readonly StackPlatform[], options: FindOptions): Promise<Result> {
  const searches: PlatformSearch[] = [];
  const unseen: string[] = [];
  const unsearched: Unsearched[] = [];
  const errors: unknown[] = [];
  for (const platform of platforms) {
    const { address, provider } = platform;
    const prefix = platforms.length === 1 ? "" : `${address}: `;
    const notify = (note: string) => options.notify(prefix + note);
    const search = await searchPlatform(platform, { ...options, notify });
    const [error] = search ? search.errors : [settingsError(platform.problems)];
    if (search && error === undefined) {
      searches.push(search);
      unseen.push(...search.kinds.flatMap((kind) => (kind.unseen ? prefix + kind.unseen : [])));
      if (isUnlabeled(search)) notify(nothingLabeled);
    } else {
      errors.push(error);
      unsearched.push({ platform: address ?? null, provider: provider ?? null, reason: messageOf(error) });
    }
  }
  const { left, held } = await withoutHeld(searches, options.heldBy);
  const found = {
    platforms: searches.map(({ session }) => session.config.baseUrl),
    orphans: left.filter((each) => !isKept(each)),
    kept: left.filter(isKept),
    held,
    unseen,
    unsearched,
  };
  return { found, errors };
}

/** Whether the states have objects, but the platform shows none with the label. */
const isUnlabeled = ({ kinds }: PlatformSearch): boolean =>
  kinds.every(({ seen }) => seen === 0) && kinds.some(({ expected }) => expected > 0);

const nothingLabeled =
  "No object carries this stack's label, not even known ones. Check --base-url, --owner-id, and whether the stack was renamed (--made-by).";
