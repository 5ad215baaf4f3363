import { resources as allResources, idOf, type Principal, parseUrn } from "../../provider/cliFacade";
import { type FoundObject, genericType, principalsOf, unlisted } from "../listing";
import { type ExportedResource, type ExportedState, isDynamicType, kindOfType } from "../state/exportedState";

/** Names of a project and a stack. */
export interface StackName {
  readonly project: string;
  readonly stack: string;
}

const kindOf = ({ type }: ExportedResource): string | undefined => kindOfType(type);

const objectKey = (stack: StackName, kind: string | undefined, id: unknown): string => `${key(stack)}/${kind}/${id}`;

const objectKeyOf = (resource: ExportedResource, id: unknown): string =>
  objectKey(parseUrn(resource.urn), kindOf(resource), id);

/** The id that a pending create leads to. */
function idOfCreate(resource: ExportedResource): string | undefined {
  const found = allResources.find(({ type }) => type === kindOf(resource));
  return found && idOf(found, resource.inputs ?? {});
}

/** Objects of the given states, of the plugin and of dynamic resources. */
export class KnownObjects {
  /** Stacks whose objects are searched. */
  readonly stacks: readonly StackName[];
  /** Users and teams that the keys of these states act for. */
  readonly principals: readonly Principal[];
  readonly #searchable: readonly ExportedResource[];
  readonly #here: readonly ExportedResource[];
  readonly #uids: ReadonlySet<unknown>;
  readonly #unfinished: ReadonlySet<string>;
  readonly #creating: ReadonlyMap<string, string>;
  readonly #dynamicStacks: ReadonlySet<string>;
  /** The objects that the resources on one platform have. */
  readonly on: (isHere: (resource: ExportedResource) => boolean) => KnownObjects;

  /**
   * `isHere` limits what a search expects. It does not limit `has`: two addresses may be one
   * platform.
   */
  constructor(
    { resources, creating }: ExportedState,
    more: readonly StackName[],
    isHere: (resource: ExportedResource) => boolean = () => true,
  ) {
    this.on = (isOn) => new KnownObjects({ resources, creating }, more, isOn);
    const ours = resources.filter((each) => kindOf(each) !== undefined);
    const pending = creating.filter((each) => kindOf(each) !== undefined);
    const oursHere = ours.filter(isHere);
    const pendingHere = pending.filter(isHere);
    this.stacks = distinct([...[...resources, ...creating].map(({ urn }) => parseUrn(urn)), ...more]);
    this.#here = [...oursHere, ...pendingHere];
    this.principals = principalsOf(this.#here);
    this.#searchable = oursHere.filter((each) => unlisted([each]).length === 0 || principalsOf([each]).length > 0);
    this.#uids = new Set(ours.map(uidOf).filter((uid) => uid !== undefined));
    this.#unfinished = new Set(
      ours.filter((each) => uidOf(each) === undefined).map((each) => objectKeyOf(each, each.id)),
    );
    const taken = new Set(resources.map(({ urn }) => urn));
    const free = pendingHere.filter((each) => !taken.has(each.urn));
    this.#creating = new Map(free.map((each) => [objectKeyOf(each, idOfCreate(each)), parseUrn(each.urn).name]));
    this.#dynamicStacks = dynamicOnly([...ours, ...pending]);
  }

  /** Whether a state holds this object, by its uid or, if the state has none, by stack and id. */
  has(stack: StackName, kind: string, { object, id }: FoundObject): boolean {
    return this.#uids.has(object.metadata.uid) || this.#unfinished.has(objectKey(stack, kind, id));
  }

  /** Number of a kind's objects in these states that a search can see. */
  countOf(kind: string): number {
    return this.#searchable.filter((each) => kindOf(each) === kind).length;
  }

  /** The kinds in these states that have no resource of their own. */
  get genericKinds(): ReadonlySet<string> {
    const generic = this.#here.filter((each) => kindOf(each) === genericType);
    return new Set(generic.map(({ inputs, id = "" }) => String(inputs?.kind ?? id.split("/")[0])));
  }

  /** Whether a state holds an object of a kind, or began to create one. */
  hasKind(kind: string): boolean {
    return this.#here.some((each) => kindOf(each) === kind);
  }

  /** The resources of a kind that have an object, as far as the states know. */
  resourcesOf(kind: string): ExportedResource[] {
    return this.#here.filter((each) => kindOf(each) === kind && each.id !== undefined);
  }

  /** Whether a state holds an object with this id, whatever its uid is. */
  hasId(kind: string, id: string): boolean {
    return this.resourcesOf(kind).some((each) => each.id === id);
  }

  /** The resource with a pending create of this object, unless the state has it by now. */
  resourceNameOf(stack: StackName, kind: string, id: string): string | undefined {
    return this.#creating.get(objectKey(stack, kind, id));
  }

  /** Whether a stack has only dynamic resources, which cannot be imported. */
  isDynamic(stack: StackName): boolean {
    return this.#dynamicStacks.has(key(stack));
  }
}

const key = ({ project, stack }: StackName): string => `${project}/${stack}`;

function uidOf({ outputs }: ExportedResource): string | undefined {
  return typeof outputs?.uid === "string" ? outputs.uid : undefined;
}

function distinct(stacks: readonly StackName[]): StackName[] {
  return [...new Map(stacks.map(({ project, stack }) => [key({ project, stack }), { project, stack }])).values()];
}

function dynamicOnly(resources: readonly ExportedResource[]): Set<string> {
  const stacksWith = (isWanted: (type: string) => boolean) =>
    resources.filter(({ type }) => isWanted(type)).map(({ urn }) => key(parseUrn(urn)));
  const others = new Set(stacksWith((type) => kindOfType(type) !== undefined && !isDynamicType(type)));
  return new Set(stacksWith(isDynamicType).filter((stack) => !others.has(stack)));
}
