import {
  type ApiObject,
  engine,
  isFromThisStack,
  nameProblem,
  type Owner,
  objectLabel,
  omitBy,
  ownedAccessKey,
  parseUrn,
  type Session,
  unmaskedSecret,
} from "../../provider/cliFacade";
import { npmName } from "../../provider/packageNames.js";
import { envName } from "../../provider/settingNames.js";
import { jsonOption, ownerIdOption, platformOptions, stackOptions, stateOption } from "../options";
import type { StackName } from "../orphans/knownObjects";
import { type Orphan, orphanOf } from "../orphans/orphan";
import { type OrphansValues, withPlatforms } from "../orphans/states";
import { refuseSamePlace, writeReport } from "../output";
import type { StackPlatform } from "../platforms";
import { type CliCommand, option, UsageError } from "../program";
import { failureExitCode } from "../session";
import type { ExportedResource } from "../state/exportedState";
import { maskedTexts, notify, oneLine } from "../words";
import { assertHere, inAnySession, isKeyOf, keyContext, readObject } from "./stackKeys";

interface DisableValues extends OrphansValues {
  readonly yes?: boolean;
}

/** The command `keys disable`. */
export const disable: CliCommand<DisableValues> = {
  name: "keys disable",
  summary: "Disable an access key of a stack on the platform, and tell what pulumi up asks afterwards",
  argument: { flags: "<name>", help: "The name of the key, as keys list shows it" },
  options: [
    ...stackOptions,
    stateOption,
    ...platformOptions,
    ownerIdOption,
    option("--yes", "Disable it; without it the command only shows the key"),
    jsonOption(),
  ],
  exitCodes: {
    0: "the key is disabled",
    1: "it was not disabled",
    3: "not authorized: the platform refused the access key, or there is none",
  },
  run: async (values, [name = ""]) => {
    refuseSamePlace([values.json], [...(values.state ?? []), values.certificateAuthority]);
    const problem = nameProblem(name);
    if (problem) throw new UsageError(`The name of the key ${problem}`);
    return withPlatforms(values, async (platforms) => disableKey(await keyNamed(platforms, name), values));
  },
  failureExitCode,
};

/** A key of the stack on its platform. */
interface FoundKey {
  readonly session: Session;
  readonly owner: Owner;
  readonly object: ApiObject;
  /** What a report shows of it. */
  readonly shown: Orphan;
  /** The resource of the owner; absent if no state has the key. */
  readonly resource?: ExportedResource | undefined;
  /** All resources that have it: two stacks may have imported it. */
  readonly resources: readonly ExportedResource[];
}

/** The key on the platform of its resource or, if no state has it, with the label of the stack. */
async function keyNamed(platforms: readonly StackPlatform[], name: string): Promise<FoundKey> {
  const holding = platforms.filter(({ known }) => known.hasId(ownedAccessKey.type, name));
  const searched = holding.length > 0 ? holding : platforms;
  const found = await Promise.all(
    searched.map((platform) => inAnySession(platform, (session) => keyOn(platform, session, name))),
  );
  // Two addresses may be of one platform.
  const keys = new Map(found.flatMap((key) => (key ? [[key.shown.uid, key]] : [])));
  const [key] = keys.values();
  if (keys.size > 1) throw new UsageError(oneLine(severalKeys([...keys.values()])));
  if (key) return key;
  const addresses = searched.map(({ address }) => address).join(", ");
  throw new Error(
    `No ${label(name)} of this stack is on ${addresses}: no state has its uid, and it has no owner label of the stack. ` +
      `To see the keys of the stack: ${npmName} keys list. A key of others is disabled on the platform.`,
  );
}

/** Names each key with its platform and, as a name may be there twice, its resources. */
function severalKeys(keys: readonly FoundKey[]): string {
  const places = keys.map(({ shown: { platform }, resources }) => `${platform} (${urnsOf(resources)})`);
  return `${label(String(keys[0]?.shown.name))} is on several platforms: ${places.join(", ")}. Choose with --base-url`;
}

const urnsOf = (resources: readonly ExportedResource[]) =>
  resources.length > 0 ? resources.map(({ urn }) => urn).join(", ") : "in no state";

async function keyOn(platform: StackPlatform, session: Session, name: string): Promise<FoundKey | undefined> {
  const { known } = platform;
  const named = known.resourcesOf(ownedAccessKey.type).filter(({ id }) => id === name);
  const object = await readObject(keyContext(session), name);
  const resources = object ? named.filter((each) => isKeyOf(session, each, object)) : [];
  if (resources.length === 0) for (const each of named) await assertHere(session, each);
  if (!object) return undefined;
  const isTheirs = (stack: StackName) => isFromThisStack(object, keyContext(session, { type: "", name: "", ...stack }));
  const resource = resources.find(({ urn }) => isTheirs(parseUrn(urn))) ?? resources[0];
  const owner = resource ? parseUrn(resource.urn) : known.stacks.find(isTheirs);
  if (!owner) return undefined;
  const { project, stack } = owner;
  const shown = orphanOf({ session, platform, kind: ownedAccessKey }, { project, stack }, { object, id: name });
  return { session, owner: { type: "", name: "", ...owner }, object, shown, resource, resources };
}

async function disableKey(found: FoundKey, { yes, json }: DisableValues): Promise<number> {
  const { shown, resource, resources } = found;
  const { name, uid, platform, disabled } = shown;
  const next = nextUp(resources);
  if (!disabled) {
    await refuseOwnKey(found);
    if (!yes) throw new UsageError(oneLine(`Nothing was changed. To disable ${placeOf(found)}, add --yes. ${next}`));
    await write(found);
  }
  writeReport(
    json,
    () => `${oneLine(`${placeOf(found)} ${disabled ? "was disabled already" : "is disabled now"}. ${next}`)}\n`,
    () =>
      maskedTexts({
        name,
        uid,
        platform,
        resource: resource ? parseUrn(resource.urn).name : null,
        changed: !disabled,
        next,
      }),
  );
  return 0;
}

const label = (name: string) => objectLabel(ownedAccessKey.type, name);

const placeOf = ({ shown: { name, platform, actsFor, lastActivity } }: FoundKey) =>
  `${label(name)} on ${platform} (${actsFor ?? "for nobody"}, ${lastActivity ? `last used at ${lastActivity}` : "not used yet"})`;

/** What pulumi up does with the disabled key. */
function nextUp(resources: readonly ExportedResource[]): string {
  if (resources.length === 0) return "No given state has the key, so pulumi up asks nothing.";
  // Two stacks may name their resources alike.
  const prefix = (each: ExportedResource) => (resources.length > 1 ? `${stackOf(each)}: ` : "");
  return resources.map((each) => prefix(each) + nextUpOf(each)).join(" ");
}

function stackOf({ urn }: ExportedResource): string {
  const { project, stack } = parseUrn(urn);
  return `${project}/${stack}`;
}

function nextUpOf(resource: ExportedResource): string {
  const { urn, inputs = {} } = resource;
  const name = `the resource "${parseUrn(urn).name}"`;
  if (resource.delete) return `The next pulumi up ends it as the replaced key of ${name}.`;
  if (inputs.disabled === true) return `The program disables it, too: pulumi up asks nothing.`;
  if (inputs.disabled === false)
    return `Set disabled: true on ${name}: the program has false, so pulumi up --refresh would enable the key again.`;
  return (
    `Now decide in the program: pulumi up --refresh fails until ${name} has disabled: true, which keeps the key so, or ` +
    "other rotationTriggers, which replace it by a new key. A program that sets the key's value needs another one, too."
  );
}

/** Refuses to disable the key that this command acts with: no other request would work then. */
async function refuseOwnKey({ session, object }: FoundKey): Promise<void> {
  const { identity, call } = keyContext(session);
  const value = unmaskedSecret(object.spec?.key);
  const own = value === undefined ? await identity.self(call) : undefined;
  const { name } = object.metadata;
  if (value === undefined && own?.accessKey === undefined)
    notify(`The platform does not tell whether this command acts with ${label(String(name))} itself.`);
  if (value !== session.config.accessKey && own?.accessKey !== name) return;
  throw new Error(
    `This command acts with ${label(String(name))} itself, and would lock out the provider. Disable it with another key: ` +
      `set ${envName("accessKey")}, and give --base-url.`,
  );
}

/** Disables the key with this uid by the update of the provider, which changes nothing else. */
async function write({ session, owner, object, resource }: FoundKey): Promise<void> {
  const { uid, name, creationTimestamp } = object.metadata;
  const { groups, ttl, ttlAfterLastActivity } = object.spec ?? {};
  // An update takes back what a program does not declare, such as groups.
  const declared = omitBy({ name, groups, ttl, ttlAfterLastActivity }, (value) => value == null);
  // Its platform, and whether other stacks share it.
  const reserved = Object.entries(resource?.outputs ?? {}).filter(
    ([key, value]) => key.startsWith("__") && typeof value !== "object",
  );
  const state = { ...declared, ...Object.fromEntries(reserved), uid, creationTimestamp };
  await engine.run(session, {
    method: "update",
    resource: ownedAccessKey,
    owner,
    id: String(name),
    inputs: { properties: { ...declared, disabled: true, conflictPolicy: "merge" }, secrets: [] },
    recorded: { inputs: { properties: declared, secrets: [] }, state: { properties: state, secrets: [] } },
    diagnostics: { warn: notify, inform: () => {}, status: () => {} },
  });
}
