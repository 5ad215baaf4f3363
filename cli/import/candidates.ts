import {
  type ApiObject,
  assertPinnedPlatform,
  ConnectionError,
  type Context,
  engine,
  findObject,
  importProblems,
  isCancelled,
  isDenied,
  isFromAnyStack,
  isListed,
  isRejected,
  isUnauthorized,
  isUnknownEndpoint,
  messageOf,
  nameProblem,
  objectLabel,
  type Problem,
  type Properties,
  parseLabelSelector,
  type Resource,
  resources,
  type StoredResource,
  sentenceOf,
  warnOfMiswrittenTexts,
} from "../../provider/cliFacade";
import { matchesText } from "../drift/patterns";
import { idsOf, isCollection, listObjects, wordsOfSearch } from "../listing";
import { principalsGiven } from "../options";
import { UsageError } from "../program";
import { causeOf } from "../session";
import type { ImportValues } from "./options";

/** An object that may be imported. */
export interface Candidate {
  readonly resource: Resource;
  readonly id: string;
  /** The object, if the list shows it in full. */
  readonly live?: ApiObject | undefined;
}

/** An object to import, with its inputs. */
export interface Importable extends Candidate {
  readonly inputs: Properties;
}

/** An object that is not imported. */
export interface LeftOut extends Candidate {
  readonly reason: string;
}

/** Reasons to leave out an object. */
export const reasons = {
  beingDeleted: "it is being deleted",
  builtIn: "the platform made it; --name takes it",
  gone: "it was deleted meanwhile",
  quotesSecret: "a field that is no secret holds the text of one, which would stand in clear text in the program",
} as const;

/** An object as a list shows it. */
interface ListedObject {
  readonly id: string;
  readonly name: string;
  /** Whether a stack made it. */
  readonly managed: boolean;
  /** Why it cannot be taken. */
  readonly reason?: string;
  readonly live?: ApiObject | undefined;
}

/** Lists the selected objects of a kind; undefined if the platform does not offer it. */
export async function listCandidates(
  resource: Resource,
  context: Context,
  values: ImportValues,
): Promise<ListedObject[] | undefined> {
  const found = new Map<string, ListedObject>();
  // Keys that --name names in full are found before their search fails.
  const named = () => (found.size > 0 ? [...found.values()] : undefined);
  const add = (shown: ListedObject) => {
    if (matchesNames(values, shown)) found.set(shown.id, shown);
  };
  await assertPinnedPlatform(context);
  try {
    if (!isCollection(resource)) await addPages(resource, context, { values, add });
    else if (!(await addObjects(resource, context, { values, add }))) return named();
    return [...found.values()];
  } catch (error) {
    if (error instanceof NotSearched && values.kind.length === 0) {
      context.warn(error.message);
      return named();
    }
    if (!causeOf(error, isUnknownEndpoint)) throw listError(resource, values, error);
    context.warn(`this platform does not list ${nameOfKind(resource)} objects, so none was looked for.`);
    return named();
  }
}

interface Selection {
  readonly values: ImportValues;
  readonly add: (shown: ListedObject) => void;
}

/**
 * Adds the objects of a list or, without a list, the named keys and the keys of users and teams.
 * Returns whether the platform offers one of the two.
 */
async function addObjects(collection: StoredResource, context: Context, { values, add }: Selection): Promise<boolean> {
  const labelSelector = values.selector;
  const hasList = await isListed(collection, context);
  // A list of keys shows the values of other teams. A selection needs few of the listed objects.
  const metadataOnly = hasList && (collection.ofPrincipal !== undefined || !values.all);
  const request = { principals: principalsGiven(values), withOwn: true, labelSelector, metadataOnly };
  const isSelected = hasList ? () => true : selection(labelSelector);
  const addSelected = (object: ApiObject, id = String(object.metadata.name)) => {
    const shown = listed(object, id, values.all ? collection.isBuiltIn : undefined);
    if (isSelected(object)) add({ ...shown, live: metadataOnly ? undefined : object });
  };
  if (!hasList) {
    const names = values.name.filter((name) => !name.includes("*"));
    for (const name of names.filter((each) => !nameProblem(each))) {
      const object = await findObject(context, [collection.plural, name]);
      if (object) addSelected(object);
    }
    if (names.length > 0 && names.length === values.name.length) return true;
  }
  const listing = await listObjects(collection, context, request);
  if (listing.places.length === 0)
    throw new NotSearched(`${noList} It does not show the user or team of your access key. ${howToName}`);
  const idOf = await idsOf(collection, context, listing.objects);
  for (const object of listing.objects) addSelected(object, idOf(object));
  if (!hasList) context.warn(`${wordsOfSearch(listing)} ${howToName}`);
  return listing.searched.length > 0;
}

function listed(object: ApiObject, id: string, isBuiltIn: StoredResource["isBuiltIn"]): ListedObject {
  const { name, deletionTimestamp } = object.metadata;
  const shown = { id, name: String(name), managed: isFromAnyStack(object) };
  if (deletionTimestamp) return { ...shown, reason: reasons.beingDeleted };
  return isBuiltIn?.(object) && !shown.managed ? { ...shown, reason: reasons.builtIn } : shown;
}

/** There is neither a list nor a user or team whose objects can be read. */
class NotSearched extends UsageError {}

const noList = "This platform does not list access keys.";
const howToName = "Use --user or --team for other keys, or --name with the full name of a key.";

/** Without a list, the platform selects nothing. */
function selection(selector = ""): (object: ApiObject) => boolean {
  const matches = parseLabelSelector(selector);
  if (!matches) throw new UsageError(`--selector has no such form as team=web,env!=test,tier in (a,b): ${selector}`);
  return ({ metadata }) => matches(metadata.labels ?? {});
}

async function addPages(resource: Resource, context: Context, { values, add }: Selection): Promise<void> {
  const filter = values.selector === undefined ? {} : { labelSelector: values.selector };
  let token = "";
  do {
    const page = await engine.list(context, resource, { filter, token, idsOnly: true });
    for (const { id, properties, isManaged: managed = false } of page.items)
      add({ id, name: String(properties.name), managed });
    token = page.token;
  } while (token !== "");
}

const matchesNames = ({ name: patterns }: ImportValues, { id, name }: ListedObject): boolean =>
  patterns.length === 0 || patterns.some((pattern) => matchesText(pattern, name) || matchesText(pattern, id));

const nameOfKind = (resource: Resource): string =>
  isCollection(resource) ? (resource.kind ?? resource.type) : resource.type;

function listError(resource: Resource, { selector }: ImportValues, error: unknown): unknown {
  const refused = selector === undefined ? undefined : causeOf(error, isRejected);
  if (refused) return new UsageError(`--selector is refused by the platform. ${messageOf(refused)}`);
  if (!causeOf(error, isDenied)) return error;
  const remedy = "Use an access key that may read them, or name the other kinds with --kind.";
  return new Error(`Cannot find ${nameOfKind(resource)} objects: ${messageOf(error)} ${remedy}`, { cause: error });
}

/** Reads an object as `pulumi import` does. An unreadable one is left out. */
export async function readCandidate(candidate: Candidate, context: Context): Promise<Importable | LeftOut> {
  const stored = await read(candidate, context);
  if (typeof stored === "string") return { ...candidate, reason: stored };
  if (!stored) return { ...candidate, reason: reasons.gone };
  // Without a recorded state no other change is possible.
  if (stored.state.externalChange !== null) return { ...candidate, reason: reasons.beingDeleted };
  const problem = problemWith(candidate, stored.inputs);
  if (problem) return { ...candidate, reason: problem };
  warnOfMiswrittenTexts(context, objectLabel(candidate.resource.type, candidate.id), stored.inputs);
  return { ...candidate, inputs: stored.inputs };
}

async function read({ resource, id, live }: Candidate, context: Context) {
  // A list has a resource for each generic kind, and only PlatformObject knows their inputs.
  const readable = resources.find(({ type }) => type === resource.type) ?? resource;
  try {
    return await engine.read(context, { resource: readable, id, live, recorded: { inputs: {}, state: {} } });
  } catch (error) {
    if (causeOf(error, isUnauthorized) || causeOf(error, isUnreachable)) throw error;
    return `it cannot be read: ${messageOf(error)}`.replace(/\.$/, "");
  }
}

/** Failures of the response to one request. */
const ofOneObject: ReadonlySet<string> = new Set(["reset", "truncated", "timeout", "deadline", "tooLarge"]);

/** Whether the platform cannot be reached. */
const isUnreachable = (error: unknown): error is Error =>
  isCancelled(error) || (error instanceof ConnectionError && !ofOneObject.has(error.failure));

/** Pulumi would import inputs that Check refuses, and fail in the next preview. */
function problemWith({ resource, id }: Candidate, inputs: Importable["inputs"]): string | undefined {
  const code = importProblems(inputs);
  if (code.length > 0) return textOf(code);
  // No new object: the state has it after the import.
  const previous = { name: inputs.name };
  const { problems } = engine.check(resource, { inputs, previous, naming: { resourceName: id, suffix: "" } });
  return problems.length > 0 ? `a program cannot declare it: ${textOf(problems)}` : undefined;
}

const textOf = (problems: readonly Problem[]): string => problems.map(sentenceOf).join(" ").replace(/\.$/, "");
