import fc from "fast-check";
import { type RunningPlatform, startPlatform } from "../../../emulator/platform";
import { type Body, get } from "../../emulator/conformance/row";
import { send } from "../../emulator/request";
import { type Expected, type Identity, type Modelled, ObjectModel, requestOf, type Step, steps } from "./emulatorModel";

/** A platform beside its model, and what the platform chose. */
class Comparison {
  readonly #model: ObjectModel;
  readonly #known = new Map<string, Identity & { created: string | undefined; deleted: string | undefined }>();
  readonly #uids = new Set<string>();
  readonly #versions = new Set<string>();

  constructor(
    readonly platform: RunningPlatform,
    omitEmpty: boolean,
  ) {
    this.#model = new ObjectModel(omitEmpty);
  }

  async take(step: Step): Promise<void> {
    const { status, body } = await send(this.platform, requestOf(step, this.#known.get(step.name)));
    const expected = this.#model.do(step);
    const shown = status >= 400 ? { reason: body.reason } : { object: expected.object && viewOf(body) };
    const { reason, object } = expected;
    expect({ status, ...shown }).toEqual({
      status: expected.status,
      ...(expected.status >= 400 ? { reason } : { object }),
    });
    if (object && (step.do === "get" || !step.dryRun)) this.#compareIdentity(body, expected);
    await this.#settle();
  }

  /** The server chooses the uid once and the version with each change. */
  #compareIdentity({ metadata }: Body, { object, isChanged, status }: Expected): void {
    const {
      uid = "",
      resourceVersion: version = "",
      creationTimestamp: created,
      deletionTimestamp: deleted,
    } = metadata;
    const name = object?.name ?? "";
    const before = this.#known.get(name);
    if (status === 201) expect(this.#uids).not.toContain(uid);
    else expect({ uid, created }).toEqual({ uid: before?.uid, created: before?.created });
    if (before?.deleted !== undefined && status !== 201) expect(deleted).toBe(before.deleted);
    if (!isChanged) expect(version).toBe(before?.version);
    else if (this.#model.objects.has(name)) expect(this.#versions).not.toContain(version);
    this.#uids.add(uid);
    this.#versions.add(version);
    this.#known.set(name, { uid, version, created, deleted });
  }

  /** Waits until controllers have removed their own finalizers. */
  async #settle(): Promise<void> {
    const waiting = [...this.#model.objects.values()].filter(({ finalizers }) =>
      finalizers.includes("foregroundDeletion"),
    );
    this.#model.settle();
    for (const { name } of waiting) {
      for (;;) {
        const { status, body } = await send(this.platform, get(`/spacetemplates/${name}`));
        if (status !== 404 && JSON.stringify(body.metadata.finalizers).includes("foregroundDeletion")) continue;
        const known = this.#known.get(name);
        if (known && status !== 404) this.#known.set(name, { ...known, version: body.metadata.resourceVersion ?? "" });
        break;
      }
    }
  }

  /** Lists by pages and by a label show the objects of the model. */
  async compareLists(): Promise<void> {
    const shown: Modelled[] = [];
    for (let next: string | undefined = ""; next !== undefined; ) {
      const { body } = await send(this.platform, get(`/spacetemplates?limit=2&continue=${next}`));
      expect((body.items as Body[]).length).toBeLessThanOrEqual(2);
      shown.push(...(body.items as Body[]).map(viewOf));
      next = body.metadata.continue || undefined;
    }
    const objects = [...this.#model.objects.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
    expect(shown).toEqual(objects);
    const { body } = await send(this.platform, get("/spacetemplates?labelSelector=env%3Dx"));
    expect((body.items as Body[]).map(viewOf)).toEqual(objects.filter(({ labels }) => labels.env === "x"));
  }
}

function viewOf({ metadata, spec }: Body): Modelled {
  const {
    name = "",
    labels = {},
    finalizers = [],
    generation,
    ...more
  } = metadata as Body["metadata"] & Partial<Modelled>;
  const displayName = spec.displayName as string | undefined;
  return { name, labels, displayName, finalizers, generation, terminating: more.deletionTimestamp !== undefined };
}

test.each([
  ["custom resources", false],
  ["Go types", true],
])(
  "a server of %s answers any sequence of requests by the rules of objects",
  async (_server, omitEmpty) => {
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { minLength: 1, maxLength: 40, size: "max" }), async (sequence) => {
        const platform = await startPlatform({ omitEmpty });
        try {
          const comparison = new Comparison(platform, omitEmpty);
          for (const step of sequence) await comparison.take(step);
          await comparison.compareLists();
        } finally {
          await platform.close();
        }
      }),
      { numRuns: 200 },
    );
  },
  300_000,
);
