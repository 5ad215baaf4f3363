import type { Kind } from "../kinds/kind";
import type { ApiObject } from "../kinds/metadata";
import { project, projectOfNamespace } from "../kinds/project";
import { forbidden } from "../statusError";
import { isObject, sameJson } from "../text/json";
import { resourceSubject, type World } from "../world";

/** A key of a quota, such as `virtualclusterinstances.active` or `spaceinstances.template=a`. */
const quotaKey = /^(?:count\/)?([a-z]+?)(\.active)?(?:\.template=(.+))?$/;

/** Refuses an instance that exceeds a quota of its project, or of its owner there. */
export function refuseBeyondQuota(world: World, kind: Kind, object: ApiObject): void {
  const name = projectOfNamespace(object.metadata.namespace ?? "");
  const quotas = name === undefined ? undefined : world.store.get(project.plural, name)?.spec?.quotas;
  if (!isObject(quotas)) return;
  const others = world.store.list(kind.plural, object.metadata.namespace);
  const ofOwner = others.filter(({ spec }) => sameJson(spec.owner ?? {}, object.spec.owner ?? {}));
  const limits = [
    ...limitsOf(quotas.project).map((limit) => ({ ...limit, counted: others })),
    ...limitsOf(quotas.user).map((limit) => ({ ...limit, counted: ofOwner })),
  ];
  for (const { key, limit, counted } of limits) {
    const [, plural, active, template] = quotaKey.exec(key) ?? [];
    if (plural !== kind.plural) continue;
    const counts = ({ spec, status }: ApiObject) =>
      (active === undefined || status.phase !== "Sleeping") &&
      (template === undefined || (isObject(spec.templateRef) && spec.templateRef.name === template));
    if (!counts(object) || counted.filter(counts).length < Number(limit)) continue;
    const why = `cannot create ${kind.kind.toLowerCase()}, because project ${name} limit of ${limit} would be exceeded`;
    throw forbidden(resourceSubject(world, kind, object.metadata.name), why);
  }
}

const limitsOf = (limits: unknown) =>
  Object.entries(isObject(limits) ? limits : {}).map(([key, limit]) => ({ key, limit: String(limit) }));
