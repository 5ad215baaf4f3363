import type { ApiClient } from "../../../provider/api/client";
import { Secrets } from "../../../provider/api/output/redaction";
import type { PlatformIdentity, PlatformIds } from "../../../provider/api/platformIdentity";
import { notConfiguredMessage } from "../../../provider/config/config";
import * as engine from "../../../provider/engine/engine";
import type { Session } from "../../../provider/engine/session";
import { InitFailure } from "../../../provider/objects/lifecycle/initFailure";
import type { Context, Recorded } from "../../../provider/objects/operation";
import type { Resource, StoredOperation, StoredResource } from "../../../provider/objects/resource";
import type { Properties } from "../../../provider/objects/values";
import { ownedAccessKey } from "../../../provider/resources/ownedAccessKey/ownedAccessKey";
import { spaceTemplate } from "../../../provider/resources/spaceTemplate";
import { contextOf } from "../objects/contextOf";

const secret = "s3cr3t-0123456789";
const inputs = { name: "dev", displayName: "a" };
const state = { ...inputs, uid: "u1" };
const stored = { id: "dev", inputs, state };
const platform = { __platform: "p1", __instance: "i1", __address: "https://old.test" };
const notes = { __createNonce: "n1", ...platform, __exact: "", __shared: true };
const here = { __address: "https://platform.test" };

/** A resource of these methods, on a platform that shows this. */
function given(methods: Partial<StoredResource> = {}, shown: string | Error | undefined = undefined) {
  const { context, warnings } = contextOf({} as ApiClient, { secrets: new Secrets([secret]) });
  const idsForState = async () => (shown instanceof Error ? Promise.reject(shown) : { project: shown });
  const isAnother = async ({ project }: PlatformIds) => (shown === undefined ? undefined : shown !== project);
  const identity = { idsForState, isAnother } as unknown as PlatformIdentity;
  const config = { ...context.config, accessKey: "the-key-of-the-provider" };
  return {
    resource: { ...spaceTemplate, ...methods },
    context: { ...context, config, identity } as Context,
    warnings,
  };
}

const marked = (properties: Properties, ...secrets: string[][]) => ({ properties, secrets });
const owner = { project: "p", stack: "s", type: "t", name: "n" };
const asked = (resource: Resource) => ({ resource, owner, diagnostics: { warn() {}, inform() {}, status() {} } });
const recorded = { inputs: marked(inputs), state: marked(state, ["labels", "old"], ["__inputs"]) };

/** A session of which every operation has this context, with the marks of its values. */
const sessionOf = (context: Context) =>
  ({
    config: context.config,
    context: ({ secretPaths }: Context) => ({ ...context, secretPaths }),
  }) as unknown as Session;

type Given = ReturnType<typeof given> & { readonly more?: object };

/** Runs a method on this resource, which the state knows unless it is created. */
function run<Method extends keyof engine.Outcomes>(
  { context, resource, more }: Given,
  method: Method,
  before: Properties = state,
): Promise<engine.Outcomes[Method]> {
  const known = method === "create" ? {} : { id: "dev", recorded: { inputs: marked(inputs), state: marked(before) } };
  const declared = method === "create" || method === "update" ? { inputs: marked(inputs) } : {};
  return engine.run(sessionOf(context), { ...asked(resource), ...known, ...declared, ...more, method });
}

const reservedOf = ({ state: all }: { state: Properties }) =>
  Object.fromEntries(Object.entries(all).filter(([key]) => key.startsWith("__")));
const failure = (work: Promise<unknown>): Promise<Error> =>
  work.then(
    () => new Error("It did not fail"),
    (error: Error) => error,
  );

test("a state has null for each absent field, and only the reserved values that there are", async () => {
  const kept = await run(given({ create: async () => stored }), "create");
  expect(kept.state).toMatchObject({ displayName: "a", description: null, generateName: null, externalChange: null });
  expect(reservedOf(kept)).toEqual(here);
});

test("reserved values reach the resource, and stay in the state", async () => {
  const seen: Recorded[] = [];
  const update = async ({ recorded }: StoredOperation) => {
    seen.push(recorded);
    const { nonce, exactLabel } = recorded;
    return { ...stored, nonce, exactLabel };
  };
  const kept = await run(given({ update }), "update", { ...state, ...notes });
  expect(seen).toMatchObject([
    {
      ...{ state, nonce: "n1", exactLabel: "", isShared: true },
      platform: { project: "p1", instance: "i1", address: "https://old.test" },
    },
  ]);
  expect(reservedOf(kept)).toEqual(notes);
  const odd = {
    ...state,
    __createNonce: 1,
    __platform: null,
    __instance: {},
    __address: 1,
    __exact: 1,
    __shared: "true",
    __declaredBeforeDrift: 1,
  };
  const again = await run(given({ update }), "update", odd);
  expect(reservedOf(again)).toEqual({});
});

test.each<[string | Error | undefined, string | undefined]>([
  ["p2", "p2"],
  [undefined, undefined],
  [new Error("no response"), undefined],
])("of a platform that shows %p, a create and a first read record %j", async (shown, recorded) => {
  const known = given({ create: async () => stored, read: async () => stored }, shown);
  const read = await run(known, "read");
  for (const kept of [await run(known, "create"), read as engine.Outcome])
    expect(reservedOf(kept)).toEqual(recorded === undefined ? here : { ...here, __platform: recorded });
});

test("errors and foreign notes show no secret, and an unfinished resource keeps its state", async () => {
  const said = `the platform says ${secret}\u001b[2J`;
  const plain = given({ delete: async () => Promise.reject(new Error(said)) });
  const error = await failure(run(plain, "delete"));
  expect([error.message, (error.cause as Error).message]).toEqual(["the platform says [secret]\\u001b[2J", said]);
  const unfinished = new InitFailure({ ...stored, nonce: "n2" }, [said]);
  const open = given({ create: async () => Promise.reject(unfinished) });
  const thrown = (await failure(run(open, "create"))) as InitFailure;
  expect(thrown.reasons).toEqual(["the platform says [secret]\\u001b[2J"]);
  expect([reservedOf(thrown.stored), (thrown.cause as Error).cause]).toEqual([
    { __createNonce: "n2", ...here },
    unfinished,
  ]);
  const externalChange = `being deleted since ${secret}\u001b[2J`;
  const noted = given({ read: async () => ({ ...stored, state: { ...state, externalChange } }) });
  const read = await run(noted, "read");
  expect(read?.state).toMatchObject({ ...state, externalChange: "being deleted since [secret]\\u001b[2J" });
});

test("a delete keeps an object of another resource, and a resource can refuse an update", async () => {
  const deleted: string[] = [];
  const methods = { delete: async ({ id }: StoredOperation) => void deleted.push(id) };
  const held = given(methods);
  await run({ ...held, more: { managerOf: () => "other" } }, "delete");
  expect([deleted, held.warnings]).toEqual([[], [expect.stringMatching(/^SpaceTemplate "dev" stays: .*"other"/)]]);
  const refusing = given({ ...methods, updateRefusal: () => "because." });
  await run(refusing, "delete");
  expect(deleted).toEqual(["dev"]);
  expect((await failure(run(refusing, "update"))).message).toBe("Cannot update this SpaceTemplate: because.");
});

test("secret marks of all values stay in the outcome, even of an unfinished resource", async () => {
  const secrets = [...engine.secretPaths(spaceTemplate), ["displayName"], ["labels", "old"]];
  const changed = { ...inputs, description: "changed" };
  const declared = { inputs: marked(changed, ["displayName"]), recorded, id: "dev" };
  const { resource, context } = given({ update: async () => stored });
  const updated = await engine.run(sessionOf(context), { ...asked(resource), ...declared, method: "update" });
  expect(updated).toMatchObject({ secrets, readsFirst: false });
  const unfinished = () => Promise.reject(new InitFailure(stored, ["later"]));
  const open = given({ update: unfinished }).resource;
  const error = await failure(engine.run(sessionOf(context), { ...asked(open), ...declared, method: "update" }));
  expect(engine.isInitFailure(error) && error.stored.secrets).toEqual(secrets);
  const preview = { ...asked(resource), ...declared, isPreview: true, method: "update" } as const;
  expect(await engine.run(undefined, preview)).toMatchObject({ id: "dev", secrets, state: { displayName: "a" } });
  const early = await failure(engine.run(undefined, { ...preview, isPreview: false }));
  expect(early.message).toBe(notConfiguredMessage);
});

test.each<[what: string, changed: Properties, secrets: string[][], before: Properties, writes: number]>([
  ["only marks values as secret", {}, [["displayName"]], {}, 0],
  ["only marks them in an unfinished create", {}, [["displayName"]], { __createNonce: "a" }, 1],
  ["only marks them without a uid in the state", {}, [["displayName"]], { uid: null }, 1],
  ["changes and marks values", { description: "changed" }, [["displayName"]], {}, 1],
  ["only changes values", { description: "changed" }, [], {}, 1],
])("an update that %s: %j marked %j after %j sends %i writes", async (_, changed, secrets, before, writes) => {
  const update = jest.fn(async () => stored);
  const { resource, context } = given({ update });
  const declared = { inputs: marked({ ...inputs, ...changed }, ...secrets), id: "dev" };
  const more = { recorded: { ...recorded, state: marked({ ...state, ...before }, ["labels", "old"], ["__inputs"]) } };
  const request = { ...asked(resource), ...declared, ...more, method: "update" } as const;
  const updated = await engine.run(sessionOf(context), request);
  expect(updated.secrets).toEqual(expect.arrayContaining(secrets));
  expect(update).toHaveBeenCalledTimes(writes);
});

test.each<[keyof engine.Outcomes, asks: number]>([
  ["delete", 0],
  ["update", 1],
])("a %s of bytes asks %j times in which form the platform has them", async (method, asks) => {
  const { context } = given();
  const isProduct = jest.fn(async () => true);
  const identity = Object.assign(context.identity, { isProduct });
  const kept = async () => stored;
  const resource = { ...ownedAccessKey, delete: async () => {}, update: kept };
  const withBytes = { ...state, identity: { connectorData: "data" } };
  await run({ resource, context: { ...context, identity }, warnings: [] }, method, withBytes);
  expect(isProduct).toHaveBeenCalledTimes(asks);
});
