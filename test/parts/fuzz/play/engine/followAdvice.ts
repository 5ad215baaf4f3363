import type { Orphan } from "../../../../../cli/orphans/orphan";
import { groupPath } from "../../../../support/http";
import { pluralOf } from "../inputsOf";
import type { Kind } from "../sequence";
import type { Ended } from "./killableCommand";
import type { Scene } from "./scene";
import { stateOnDisk } from "./stateOf";
import type { Tally } from "./tally";

/**
 * Does with each orphan one of the two things that the page on orphans and the error about a taken name advise; says whether a name
 * was taken, so that one `up` more is needed.
 */
export async function followAdvice(
  scene: Scene,
  tally: Tally,
  orphans: readonly Orphan[],
  last: Ended,
): Promise<boolean> {
  const taken = orphans.filter(({ name }) => isSaidTaken(last, name));
  for (const orphan of orphans) {
    const isToImport = taken.includes(orphan) && isImported(orphan) && !isReplacing(scene, orphan);
    const toImport = isToImport ? importIn(last, orphan) : undefined;
    if (toImport !== undefined) await scene.stack.pulumi([...toImport, "--yes"]).then(() => tally.imported++);
    else await deleted(scene, orphan).then(() => tally.deleted++);
  }
  return taken.length > 0;
}

const wordsOf = ({ stdout, stderr }: Ended) => stdout + stderr;

const isSaidTaken = (last: Ended, name: string) =>
  wordsOf(last).includes(`"${name}": this stack made an object of this name before.`);

/** The state holds what was to be replaced still, so that Pulumi would import nothing, and call it a success. */
const isReplacing = ({ stack, place }: Scene, { name }: Orphan) =>
  stateOnDisk(stack, place).some(({ id }) => id === name);

/** One of two, as chance has given it its uid. */
const isImported = ({ uid }: Orphan) => Number.parseInt(uid.slice(0, 1), 16) % 2 === 0;

/** The command that the error names; it names none for dynamic resources, which cannot be imported. */
const importIn = (last: Ended, { name }: Orphan): string[] | undefined =>
  new RegExp(`run: pulumi (import \\S+ \\S+ ${name});`).exec(wordsOf(last))?.[1]?.split(" ");

async function deleted({ platform }: Scene, { kind, name }: Orphan): Promise<void> {
  const { baseUrl, accessKey } = platform;
  const headers = { authorization: `Bearer ${accessKey}`, connection: "close" };
  await fetch(`${baseUrl}${groupPath}/${pluralOf[kind as Kind]}/${name}`, { method: "DELETE", headers });
}
