import type { RunningPlatform } from "../../../../emulator/platform";
import { type Body, get } from "../../../emulator/conformance/row";
import { type Answer, send } from "../../../emulator/request";
import { type Expected, type Modelled, ObjectModel } from "./objectModel";
import type { Step } from "./step";
import { type Identity, stepRequest } from "./stepRequest";

/** A platform beside the model of it, and what the platform chose for the objects that there are. */
export class Comparison {
  private readonly model: ObjectModel;
  private readonly known = new Map<string, Identity & { created: string; deleted: string | undefined }>();
  private readonly uids = new Set<string>();
  private readonly versions = new Set<string>();

  constructor(
    private readonly platform: RunningPlatform,
    omitEmpty: boolean,
  ) {
    this.model = new ObjectModel(omitEmpty);
  }

  /** Does a step on both and compares what came of it. */
  async take(step: Step): Promise<void> {
    if (step.do === "list") return this.compareList(step);
    const name = step.name ?? "";
    const answer = await send(this.platform, stepRequest(step, this.known.get(name)));
    const made = answer.status === 201 ? answer.body.metadata.name : undefined;
    const expected = this.model.do(step, made);
    expect({ status: answer.status, ...shownOf(answer, expected) }).toEqual({
      status: expected.status,
      ...(expected.status >= 400 ? { reason: expected.reason } : { object: expected.object }),
    });
    const isDryRun = "dryRun" in step && step.dryRun;
    if (expected.object !== undefined && !isDryRun) this.compareIdentity(answer.body, expected);
    await this.settle();
  }

  private async compareList({ env, limit }: Step & { do: "list" }): Promise<void> {
    const names: string[] = [];
    let next = "";
    do {
      const selector = env === undefined ? "" : `&labelSelector=env%3D${env}`;
      const { status, body } = await send(
        this.platform,
        get(`/spacetemplates?limit=${limit}&continue=${next}${selector}`),
      );
      const items = body.items as Body[];
      expect(status).toBe(200);
      if (limit > 0) expect(items.length).toBeLessThanOrEqual(limit);
      names.push(...items.map(({ metadata }) => metadata.name ?? ""));
      next = body.metadata.continue ?? "";
    } while (next !== "");
    expect(names).toEqual(this.model.do({ do: "list", env, limit }).names);
  }

  // What the server chose: once for an object, or anew with each change.
  private compareIdentity({ metadata }: Body, { object, changed, status }: Expected): void {
    const {
      uid = "",
      resourceVersion: version = "",
      creationTimestamp: created = "",
      deletionTimestamp: deleted,
      generateName,
    } = metadata;
    const name = object?.name ?? "";
    const before = this.known.get(name);
    if (status === 201) expect(this.uids).not.toContain(uid);
    else expect({ uid, created }).toEqual({ uid: before?.uid, created: before?.created });
    if (before?.deleted !== undefined && status !== 201) expect(deleted).toBe(before.deleted);
    if (changed && this.model.objects.has(name)) expect(this.versions).not.toContain(version);
    if (!changed) expect(version).toBe(before?.version);
    this.uids.add(uid);
    this.versions.add(version);
    this.known.set(name, { uid, version, created, deleted, generateName });
  }

  // Controllers take their own finalizers off after the answer; the object is then read again, or is gone.
  private async settle(): Promise<void> {
    const waiting = [...this.model.objects.values()].filter((object) =>
      object.finalizers.some((one) => !one.includes("/")),
    );
    this.model.settle();
    for (const { name } of waiting) await this.untilSettled(name);
  }

  private async untilSettled(name: string): Promise<void> {
    for (;;) {
      const { status, body } = await send(this.platform, get(`/spacetemplates/${name}`));
      if (status === 404) return expect(this.model.objects.has(name)).toBe(false);
      const { metadata } = body;
      if (/foregroundDeletion|orphan/.test(JSON.stringify(metadata.finalizers))) continue;
      expect(viewOf(body)).toEqual(this.model.objects.get(name));
      const known = this.known.get(name);
      if (known !== undefined) this.known.set(name, { ...known, version: metadata.resourceVersion ?? "" });
      return;
    }
  }
}

function shownOf({ status, body }: Answer, { object }: Expected): object {
  if (status >= 400) return { reason: body.reason };
  return { object: object === undefined ? undefined : viewOf(body) };
}

function viewOf({ metadata, spec }: Body): Modelled {
  const {
    name = "",
    labels = {},
    finalizers = [],
    generation,
    deletionTimestamp,
  } = metadata as Body["metadata"] & Partial<Modelled>;
  const displayName = spec.displayName as string | undefined;
  return { name, labels, displayName, finalizers, generation, terminating: deletionTimestamp !== undefined };
}
