import { editAsColleague } from "./http";
import type { RecordedPlatform } from "./startRecorded";

type Json = Record<string, unknown>;

/** A stored object, by its place. */
export interface Place {
  plural: string;
  name: string;
  namespace?: string;
}

/** What no program of a test declares, for every kind: fields from newer servers, beside and below the declared ones. */
const unknownFields: Record<string, (step: number) => Json> = {
  spacetemplates: (step) => ({
    owner: { user: `admin-${step}` },
    versions: Array.from({ length: step % 4 }, (_, index) => ({ version: `${index}.${step}`, template: {} })),
    template: {
      charts: [{ name: `chart-${step}` }],
      metadata: { annotations: { [`note-${step % 3}`]: "theirs" } },
      apps: step % 2 ? null : [],
    },
  }),
  ownedaccesskeys: (step) => ({
    parent: `parent-${step}`,
    scope: { roles: [{ role: `role-${step}` }], isRunner: step % 2 === 0 },
    identity: { origin: `origin-${step}` },
    parentClaims: { step },
  }),
  virtualclusterinstances: (step) => ({
    displayName: `Renamed ${step}`,
    owner: { user: `admin-${step}` },
    parameters: `size: ${step}`,
  }),
};

/** Values that a server may leave out, where the program declares nothing. */
const emptyOnes = [false, 0, "", [], {}];

/**
 * What everybody but the program does to an object: labels, annotations, finalizers and owners of their own around those of the
 * program, fields that the program does not declare, empty values, status. Other ones at every step.
 */
export async function touch(platform: RecordedPlatform, place: Place, step: number): Promise<void> {
  const { plural, name, namespace } = place;
  const { metadata } = platform.store.get(plural, name, namespace) ?? fail(place);
  const path = `${namespace ? `namespaces/${namespace}/` : ""}${plural}/${name}`;
  await editAsColleague(platform, path, {
    metadata: {
      labels: foreignEntries(step),
      annotations: { ...foreignEntries(step), "kubectl.kubernetes.io/last-applied-configuration": `{"step":${step}}` },
      finalizers: aroundThem(metadata.finalizers ?? [], step),
      ownerReferences: besideThem(platform, metadata.ownerReferences ?? [], step),
    },
    spec: { ...unknownFields[plural]?.(step), mood: emptyOnes[step % emptyOnes.length] },
  });
  report(platform, place, step);
}

const isForeign = (text: string) => text.startsWith("foreign.test/");

/** A new key, a gone key, and one whose value changes. */
const foreignEntries = (step: number) => ({
  [`foreign.test/${step}`]: "theirs",
  [`foreign.test/${step - 1}`]: null,
  "foreign.test/step": String(step),
});

/** Finalizers before and after the declared ones, whose own order does not matter. */
function aroundThem(present: readonly string[], step: number): string[] {
  const declared = present.filter((each) => !isForeign(each)).reverse();
  return [`foreign.test/first-${step}`, ...declared, "foreign.test/last"];
}

/** Another owner, in front of the declared ones or behind them. */
function besideThem<T extends { name: string }>(platform: RecordedPlatform, present: readonly T[], step: number) {
  const { apiVersion, kind, metadata } = platform.store.get("projects", "landlord") ?? fail({ name: "landlord" });
  const landlord = { apiVersion, kind, name: metadata.name, uid: metadata.uid };
  const declared = present.filter(({ name }) => name !== landlord.name);
  return step % 2 ? [landlord, ...declared] : [...declared, landlord];
}

/** A controller writes status, which the platform takes from no client. */
function report(platform: RecordedPlatform, place: Place, step: number): void {
  const object = platform.store.get(place.plural, place.name, place.namespace) ?? fail(place);
  const status = { phase: step % 2 ? "Ready" : "Pending", observed: step, conditions: [{ type: "Seen", step }] };
  platform.store.write(place.plural, { ...object, status });
}

function fail(what: object): never {
  throw new Error(`The platform has no ${JSON.stringify(what)}`);
}
