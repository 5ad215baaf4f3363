import { emptyInputs } from "./emptyInputs";
import { type Place, touch } from "./foreignHands";
import { fullInputs } from "./fullInputs";
import { editAsColleague, writesOf } from "./http";
import type { ProgramKind } from "./project";
import { createStack, type Stack } from "./stack";
import { type RecordedPlatform, startRecorded } from "./startRecorded";

/** Exit code of `--expect-no-changes` when there are some. */
const changesFound = 7;

const cycleLimitMs = 60_000;

/** A resource that a program declares. */
export interface Declared {
  type: string;
  /** The name of the object, and of the resource. */
  name: string;
  inputs: Record<string, unknown>;
}

/** What runs through the cycles. */
export interface CycleOptions {
  program: ProgramKind;
  /** Text of a program with these resources. */
  text: (resources: Declared[]) => string;
  cycles: number;
}

/** Cycles of up, refresh and preview on objects that everybody else works on too, on servers of both kinds. */
export function describeCycles(title: string, { program, text, cycles }: CycleOptions): void {
  describe.each([{ omitEmpty: false }, { omitEmpty: true }])(`${title}, on a server with %p`, (mode) => {
    let platform: RecordedPlatform;
    let stack: Stack;
    let places: Place[];

    beforeAll(async () => {
      platform = await startRecorded({ ...mode, projects: ["web", "landlord"] });
      const resources = everyResource(platform);
      places = resources.map(placeOf);
      const env = { PLATFORM_BASE_URL: platform.baseUrl, PLATFORM_ACCESS_KEY: platform.accessKey };
      stack = await createStack({ program, source: text(resources), env, typecheck: false });
      await stack.up(["--skip-preview"]);
    });
    afterAll(async () => {
      stack?.dispose();
      await platform?.close();
    });

    /** The commands of a cycle, each of which fails where it finds a change. */
    const commands = [
      () => stack.up(["--skip-preview", "--expect-no-changes"]),
      () => stack.refresh(["--skip-preview", "--expect-no-changes"]),
      () => stack.preview(["--expect-no-changes"]),
    ];

    const name = `${cycles} cycles are ${commands.length * cycles} commands that find no change and write nothing`;
    const cycle = async (number: number) => {
      for (const [index, command] of commands.entries()) {
        const step = number * commands.length + index;
        for (const place of places) await touch(platform, place, step);
        expect(await command()).toMatchObject({ exitCode: 0 });
        expect(writesOf(platform)).toEqual([]);
      }
      return commands.length;
    };
    test(
      name,
      async () => {
        let ended = 0;
        for (let number = 0; number < cycles; number++) ended += await cycle(number);
        expect(ended).toBe(3 * cycles);
      },
      cycles * cycleLimitMs,
    );

    test("after that a change of what the program declares is still seen", async () => {
      await editAsColleague(platform, "spacetemplates/full-template", { spec: { displayName: "theirs" } });
      const drift = ["refresh", "--preview-only", "--expect-no-changes"];
      expect(await stack.pulumi(drift, { expectSuccess: false })).toMatchObject({ exitCode: changesFound });
    });
  });
}

/** Every resource with every field set, and with every field empty; their owner is the platform's own project. */
function everyResource(platform: RecordedPlatform): Declared[] {
  const { apiVersion, kind, metadata } = JSON.parse(JSON.stringify(platform.store.get("projects", "web")));
  const all = [fullInputs({ apiVersion, kind, name: metadata.name, uid: metadata.uid }), emptyInputs()];
  return all.flatMap((each) =>
    Object.entries(each).flatMap(([type, many]) => many.map((inputs) => ({ type, name: String(inputs.name), inputs }))),
  );
}

/** The object that a refresh reads; of an import it is the virtual cluster. */
function placeOf({ type, name, inputs }: Declared): Place {
  const source = inputs.sourceVirtualCluster as { name: string; importName?: string } | undefined;
  if (!source) return { plural: `${type.toLowerCase()}s`, name };
  return { plural: "virtualclusterinstances", name: source.importName ?? source.name, namespace: "p-web" };
}
