import { findOrphans } from "../../../../cli/orphans/findOrphans";
import { KnownObjects } from "../../../../cli/orphans/knownObjects";
import type { Orphan } from "../../../../cli/orphans/orphan";
import { resolveConfig } from "../../../../provider/config";
import { Session } from "../../../../provider/session";
import type { RecordedPlatform } from "../../../support/startRecorded";
import type { Held } from "./held";
import { type Place, rowOf } from "./inputsOf";

const noFiles = { homedir: "", readFile: () => "" };

/** What `pulumi-platform orphans` names for this state of a stack. */
export async function orphansIn(
  { baseUrl, accessKey }: RecordedPlatform,
  place: Place,
  state: readonly Held[],
): Promise<Orphan[]> {
  const resolved = resolveConfig({ baseUrl, accessKey }, {}, noFiles);
  if (!("config" in resolved)) throw new Error(`The platform cannot be reached: ${JSON.stringify(resolved)}`);
  const exported = state.map(({ letter, kind, id, uid, inputs }) => {
    const type = `platform:index:${kind}`;
    const urn = `urn:pulumi:${place.prefix}::fuzz::${type}::${rowOf(place, letter)}`;
    return { urn, type, id, inputs, outputs: { uid } };
  });
  const known = new KnownObjects(exported, [], [{ project: "fuzz", stack: place.prefix }]);
  const session = new Session(resolved.config);
  const { orphans, kept } = await findOrphans(session, known, () => {});
  return [...orphans, ...kept];
}
