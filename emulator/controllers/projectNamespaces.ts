import type { ApiObject } from "../kinds/metadata";
import { project, projectNamespace, projectOfNamespace } from "../kinds/project";
import { cleanupFinalizer } from "../objects/creation";
import { deleteEntry, removeFinalizer } from "../objects/deletion";
import { kindOfPlural, type World } from "../world";
import type { Timers } from "./timers";

/**
 * Plays the controller of the projects. A new project gets its namespace a moment later. A project
 * that is deleted stays until its namespace is empty, and takes the objects in it with it.
 */
export class ProjectNamespaces {
  constructor(
    private readonly world: World,
    private readonly timers: Timers,
    private readonly delayMs: number,
  ) {}

  /** Follows all changes. Projects that exist have their namespaces. */
  start(): void {
    const { store, projectsWithoutNamespace: waiting } = this.world;
    store.onChange(({ type, plural, entry: { object } }) => {
      const { name, namespace = "", uid } = object.metadata;
      const owner = plural === project.plural ? name : projectOfNamespace(namespace);
      if (owner === undefined) return;
      if (plural === project.plural && type === "ADDED" && this.delayMs > 0) {
        waiting.add(uid);
        this.timers.later(this.delayMs, () => waiting.delete(uid));
      }
      if (plural === project.plural ? type !== "ADDED" : type === "DELETED") {
        this.timers.later(0, () => this.cleanUp(owner));
      }
    });
    for (const { metadata } of store.list(project.plural)) this.timers.later(0, () => this.cleanUp(metadata.name));
  }

  private cleanUp(name: string): void {
    const { store, kinds } = this.world;
    const found = store.entry(project.plural, name);
    if (found !== undefined && !isTerminating(found.object)) return;
    const namespace = projectNamespace(name);
    const contents = () =>
      kinds.flatMap((kind) =>
        kind.namespaced ? store.entries(kind.plural, namespace).map((entry) => ({ kind, entry })) : [],
      );
    for (const { kind, entry } of contents())
      deleteEntry(this.world, kind, entry, { dryRun: false, propagation: "Background" });
    const kind = kindOfPlural(this.world, project.plural);
    const last = store.entry(project.plural, name);
    if (kind === undefined || last === undefined || contents().length > 0) return;
    removeFinalizer(this.world, kind, last, cleanupFinalizer(this.world, kind) ?? "");
  }
}

const isTerminating = ({ metadata }: ApiObject) => metadata.deletionTimestamp !== undefined;
