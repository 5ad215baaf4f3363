import type { ApiObject } from "../../../emulator/kinds/apiObject";
import { type Declaration, declaredPrograms } from "../../support/declaredPrograms";
import { emptyInputs } from "../../support/emptyInputs";
import { fullInputs } from "../../support/fullInputs";
import { editAsColleague, writesOf } from "../../support/http";
import type { ProgramKind } from "../../support/project";
import { stackUnderTest } from "../../support/stackUnderTest";
import type { RecordedPlatform } from "../../support/startRecorded";

// A cycle of dynamic resources takes three times as long, since each command starts two Node.js hosts.
const programs: [kind: ProgramKind, cycles: number, omitEmpty: boolean][] = [
  ["yaml", 20, true],
  ["yaml", 20, false],
  ["typescript", 6, true],
  ["typescript", 6, false],
];

jest.setTimeout(1_200_000);

/** Every resource with every field set, and with every field empty, by name. */
const owner = { apiVersion: "apps/v1", kind: "Deployment", name: "owner", uid: "uid-of-owner" };
const inputsByType = [fullInputs(owner), emptyInputs()].flatMap((each) => Object.entries(each)) as [
  Declaration["type"],
  Declaration["inputs"][],
][];
const declarations: Declaration[] = inputsByType.flatMap(([type, many]) => many.map((inputs) => ({ type, inputs })));
const declared = Object.fromEntries(declarations.map((each) => [String(each.inputs.name), each]));

describe.each(programs)("%s: %i cycles of up, refresh and preview (omitEmpty: %p)", (kind, cycles, omitEmpty) => {
  const given = stackUnderTest(() => ({
    program: kind,
    source: declaredPrograms[kind](declared),
    typecheck: false,
    platform: { omitEmpty, projects: ["web", "landlord"] },
  }));

  test("find no change and write nothing while other clients edit every object before each command", async () => {
    const { platform, stack } = given;
    const commands = [
      () => stack.up(["--skip-preview", "--expect-no-changes"]),
      () => stack.refresh(["--skip-preview", "--expect-no-changes"]),
      () => stack.preview(["--expect-no-changes"]),
    ];
    await stack.up(["--skip-preview"]);
    for (let step = 0; step < cycles * commands.length; step++) {
      for (const place of declarations.map(placeOf)) await editPlace(platform, place, step);
      await commands[step % commands.length]?.();
      expect(writesOf(platform)).toEqual([]);
    }
  });

  test("still see a change of a declared field afterwards", async () => {
    await editAsColleague(given.platform, "spacetemplates/full-template", { spec: { displayName: "theirs" } });
    const args = ["refresh", "--preview-only", "--expect-no-changes"];
    expect(await given.stack.pulumi(args, { expectSuccess: false })).toMatchObject({ exitCode: 7 });
  });
});

type Place = [plural: string, name: string, namespace?: string];

/** The object that a refresh reads; for an import it is the virtual cluster. */
function placeOf({ type, inputs }: Declaration): Place {
  const source = inputs.sourceVirtualCluster as { name: string; importName?: string } | undefined;
  if (source) return ["virtualclusterinstances", source.importName ?? source.name, "p-web"];
  return [`${type.toLowerCase()}s`, String(inputs.name)];
}

/** Fields that no program declares, beside and below the declared ones. */
const unknownFields: Record<string, (step: number) => object> = {
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
  virtualclusterinstances: (step) => ({ displayName: `Renamed ${step}`, parameters: `size: ${step}` }),
};

/** Values that a server may omit, for an undeclared field. */
const emptyValues = [false, 0, "", [], {}];

function stored({ store }: RecordedPlatform, place: Place): ApiObject {
  const object = store.get(...place);
  if (!object) throw new Error(`The platform has no ${place.join(" ")}`);
  return object;
}

/** Edits of other clients, different ones at each step: metadata around the declared entries, unknown fields, status. */
async function editPlace(platform: RecordedPlatform, place: Place, step: number): Promise<void> {
  const [plural, name, namespace] = place;
  const { finalizers = [], ownerReferences = [] } = stored(platform, place).metadata;
  const foreign = {
    [`foreign.test/${step}`]: "theirs",
    [`foreign.test/${step - 1}`]: null,
    "foreign.test/step": `${step}`,
  };
  const { apiVersion, kind, metadata } = stored(platform, ["projects", "landlord"]);
  const landlord = { apiVersion, kind, name: metadata.name, uid: metadata.uid };
  const owners = ownerReferences.filter((each) => each.name !== landlord.name);
  const declaredFinalizers = finalizers.filter((each) => !each.startsWith("foreign.test/")).reverse();
  await editAsColleague(platform, `${namespace ? `namespaces/${namespace}/` : ""}${plural}/${name}`, {
    metadata: {
      labels: foreign,
      annotations: { ...foreign, "kubectl.kubernetes.io/last-applied-configuration": `{"step":${step}}` },
      finalizers: [`foreign.test/first-${step}`, ...declaredFinalizers, "foreign.test/last"],
      ownerReferences: step % 2 ? [landlord, ...owners] : [...owners, landlord],
    },
    spec: { ...unknownFields[plural]?.(step), mood: emptyValues[step % emptyValues.length] },
  });
  // A controller writes the status, which the platform takes from no client.
  const status = { phase: step % 2 ? "Ready" : "Pending", observed: step, conditions: [{ type: "Seen", step }] };
  platform.store.write(plural, { ...stored(platform, place), status });
}
