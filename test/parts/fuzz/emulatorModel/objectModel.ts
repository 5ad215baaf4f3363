import type { Change, Content, PatchName, Step } from "./step";

/** An object as the rules see it. What only the server can choose (uid, versions, times) is noted by whoever compares. */
export interface Modelled extends Content {
  name: string;
  generation: number;
  terminating: boolean;
}

/** What the rules expect of an answer. */
export interface Expected {
  status: number;
  reason?: string | undefined;
  /** The object in the answer. */
  object?: Modelled | undefined;
  /** Whether the write was one: only then the resourceVersion is a new one. */
  changed?: boolean;
  /** The names in the answer to a list. */
  names?: string[];
}

const refused = (status: number, reason?: string): Expected => ({ status, reason });
const notFound = refused(404, "NotFound");
const conflict = refused(409, "Conflict");
const invalid = refused(422, "Invalid");

const same = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right);

/** The object rules of the specification, sections 2.1, 3 and 7, and of the recorded facts, for one kind in memory. */
export class ObjectModel {
  readonly objects = new Map<string, Modelled>();

  constructor(private readonly isGoServer: boolean) {}

  /** Does a step, and says what is answered. `made` is the name that the server made, if it had to make one. */
  do(step: Step, made?: string): Expected {
    if (step.do === "create") return this.create(step, made);
    if (step.do === "list") return this.list(step);
    const object = this.objects.get(step.name);
    // Nothing can be said of an object that is not there, except that.
    if (object === undefined) return step.do === "replace" && step.renamed ? refused(400, "BadRequest") : notFound;
    if (step.do === "get") return { status: 200, object, changed: false };
    if (step.do === "replace") return this.replace(step, object);
    if (step.do === "patch") return this.patch(step.patch, step.text, object, step.dryRun);
    if (step.do === "merge")
      return step.stale ? conflict : this.update(object, merged(object, step.change), step.dryRun);
    return this.delete(step, object);
  }

  /** What controllers do after a step: they let go what waits for dependents, and there are none here. */
  settle(): void {
    for (const [name, object] of this.objects) {
      object.finalizers = object.finalizers.filter((one) => one.includes("/"));
      if (object.terminating && object.finalizers.length === 0) this.objects.delete(name);
    }
  }

  private create(step: Step & { do: "create" }, made: string | undefined): Expected {
    const name = step.name ?? made;
    if (step.versioned) return refused(500);
    if (step.name === undefined && !step.prefix) return invalid;
    if (name !== undefined && this.objects.has(name)) return refused(409, "AlreadyExists");
    const object = { ...step.content, name: name ?? "", generation: 1, terminating: false };
    if (!step.dryRun) this.objects.set(object.name, object);
    return { status: 201, object, changed: true };
  }

  private list({ env }: Step & { do: "list" }): Expected {
    const found = [...this.objects.values()].filter(({ labels }) => env === undefined || labels.env === env);
    return { status: 200, names: found.map(({ name }) => name).sort() };
  }

  private replace(step: Step & { do: "replace" }, object: Modelled): Expected {
    if (step.renamed) return refused(400, "BadRequest");
    if (step.uid === "wrong") return conflict;
    if (step.version === "no number") return refused(500);
    if (step.version === "stale") return conflict;
    if (step.version === "none" && !this.isGoServer) return invalid;
    return this.update(object, step.content, step.dryRun);
  }

  private patch(patch: PatchName, text: string, object: Modelled, dryRun: boolean): Expected {
    const to = (change: Partial<Content>) => this.update(object, { ...contentOf(object), ...change }, dryRun);
    const hasLabels = Object.keys(object.labels).length > 0;
    const outcomes: Record<PatchName, () => Expected> = {
      nothing: () => to({}),
      "set the display name": () => to({ displayName: text }),
      "remove the display name": () => (object.displayName === undefined ? invalid : to({ displayName: undefined })),
      "set all labels": () => to({ labels: { env: text } }),
      "set one label": () => (hasLabels ? to({ labels: { env: text } }) : invalid),
      "set the labels if the display name is as expected": () =>
        object.displayName === text ? to({ labels: { env: text } }) : invalid,
      "remove the finalizers": () => (object.finalizers.length === 0 ? invalid : to({ finalizers: [] })),
      "change the uid": () => invalid,
      "change the name": () => refused(400, "BadRequest"),
      "change the creation time": () => to({}),
      "take the deletion back": () => (object.terminating ? to({}) : invalid),
      "change an old version": () => conflict,
    };
    return outcomes[patch]();
  }

  private update(object: Modelled, content: Content, dryRun: boolean): Expected {
    const added = content.finalizers.filter((finalizer) => !object.finalizers.includes(finalizer));
    if (object.terminating && added.length > 0) return invalid;
    if (same(contentOf(object), contentOf(content))) return { status: 200, object, changed: false };
    const generation = object.generation + (content.displayName === object.displayName ? 0 : 1);
    return this.store({ ...object, ...content, generation }, dryRun);
  }

  private delete({ uid, version, propagation, dryRun }: Step & { do: "delete" }, object: Modelled): Expected {
    if (uid === "wrong" || version === "stale") return conflict;
    if (object.terminating) return { status: 200, object, changed: false };
    const own = { none: [], Background: [], Foreground: ["foregroundDeletion"], Orphan: ["orphan"] }[propagation];
    const finalizers = [...object.finalizers, ...own];
    if (finalizers.length > 0)
      return this.store({ ...object, finalizers, terminating: true, generation: object.generation + 1 }, dryRun);
    if (!dryRun) this.objects.delete(object.name);
    return { status: 200 };
  }

  private store(object: Modelled, dryRun: boolean): Expected {
    if (!dryRun) this.objects.set(object.name, object);
    if (!dryRun && object.terminating && object.finalizers.length === 0) this.objects.delete(object.name);
    return { status: 200, object, changed: true };
  }
}

function contentOf({ labels, displayName, finalizers }: Content): Content {
  return { labels, displayName, finalizers };
}

function merged(object: Modelled, { env, displayName, finalizers }: Change): Content {
  const content = contentOf(object);
  if (env !== undefined) content.labels = env === null ? {} : { env };
  if (displayName !== undefined) content.displayName = displayName ?? undefined;
  if (finalizers !== undefined) content.finalizers = finalizers ?? [];
  return content;
}
