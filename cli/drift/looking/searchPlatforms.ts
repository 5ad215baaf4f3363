import { KnownObjects, type StackName } from "../../orphans/knownObjects";
import type { ExportedState } from "../../state/exportedState";
import { kindOfType } from "../../state/resourceType";
import type { Platforms } from "../platforms";
import type { NewFinding } from "./newFinding";
import { type OrphanFindings, orphanFindings } from "./orphanFindings";

/** A stack whose orphans are looked for on every platform that it uses. */
export interface PlatformSearch {
  readonly place: StackName;
  readonly state: ExportedState;
  readonly platforms: Platforms;
  readonly newFinding: NewFinding;
  readonly tell: (note: string) => void;
  /** Whether orphans of this kind are looked for. */
  readonly isWanted: (kind: string) => boolean;
}

/** Looks for orphans of a stack, on the platforms of its resources or, where it has none, on the one that it is configured for. */
export async function searchPlatforms(search: PlatformSearch): Promise<OrphanFindings> {
  const { place, state, platforms, newFinding, tell, isWanted } = search;
  const known = new KnownObjects(state.resources, state.creating, [place]);
  const ours = state.resources.filter(({ type }) => kindOfType(type) !== undefined);
  const used = ours.length > 0 ? ours.map((each) => platforms.of(each)) : [platforms.ofStack()];
  const sessions = [...new Set(used.flatMap(({ session }) => session ?? []))];
  const problems = [...new Set(used.flatMap((each) => each.problems.map(({ reason }) => reason)))];
  if (sessions.length === 0)
    tell(`Orphans were not looked for, since the platform is not known: ${problems.join(" ")}`);
  const found = await Promise.all(
    sessions.map((session) => orphanFindings({ session, stack: place, known, tell }, isWanted, newFinding)),
  );
  // Who made an object again under its name may have copied its labels: it is no orphan, its resource knows it.
  const names = new Set(ours.map(({ type, id }) => `${kindOfType(type)} ${id}`));
  const isNamed = (type: string, id: string | null) => names.has(`${kindOfType(type)} ${id}`);
  return {
    findings: found.flatMap((each) => each.findings).filter(({ subject }) => !isNamed(subject.type, subject.id)),
    unauthorised: found.some(({ unauthorised }) => unauthorised),
  };
}
