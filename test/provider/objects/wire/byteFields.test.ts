import { createResource, readResource, updateResource } from "../../../../provider/objects/lifecycle/lifecycle";
import type { Context, Recorded } from "../../../../provider/objects/operation";
import { ownerSelector } from "../../../../provider/objects/ownership";
import type { Operation, StoredOperation } from "../../../../provider/objects/resource";
import { needsBase64 } from "../../../../provider/objects/wire/byteFields";
import { ownedAccessKey } from "../../../../provider/resources/ownedAccessKey/ownedAccessKey";
import { against, closeAll, type Reply, rejection, status } from "../../api/scriptedServer";
import { contextOf, operationOn } from "../contextOf";

afterEach(closeAll);

const base64 = (text: string) => Buffer.from(text).toString("base64");
/** The tokens of a login and connector data, in one form or the other. */
const spec = (form: (text: string) => string, data = "data") => ({
  user: "ci",
  identity: { userId: "id", connectorData: form(data) },
  // A text that is also valid base64.
  oidcLogin: { idToken: form("a.b-c"), accessToken: form("abcd1234"), refreshToken: form("") },
});
const plain = (text: string) => text;
const inputs = { name: "ci", ttl: 60, ...spec(plain) };

const resources = (...names: string[]): Reply => {
  return { body: { kind: "APIResourceList", groupVersion: "v1", resources: names.map((name) => ({ name })) } };
};
const product = resources("ownedaccesskeys", "selves");
const unknownKind = status(404, "NotFound", "the server could not find the requested resource");
// The owner label says that a created object is ours.
const [label = "", owner = ""] = ownerSelector(contextOf({} as never).context).split("=");
const live = (form: (text: string) => string, data?: string, version = "1"): Reply => {
  const labels = { [label]: owner };
  const metadata = {
    name: "ci",
    uid: "u1",
    resourceVersion: version,
    creationTimestamp: "2026-01-01T00:00:00Z",
    labels,
  };
  return { body: { kind: "OwnedAccessKey", metadata, spec: { ttl: 60, key: "k".repeat(32), ...spec(form, data) } } };
};
const refused = status(403, "Forbidden", "no");
const self: Reply = { status: 201, body: { kind: "Self", metadata: {}, status: { instanceID: "i1" } } };
const platforms: [string, Reply[], (text: string) => string][] = [
  ["vCluster Platform", [product], base64],
  ["vCluster Platform that hides its resources", [refused, self], base64],
  ["a platform without discovery", [unknownKind], plain],
  ["a platform that refuses both questions", [refused, refused], plain],
  ["a platform of the specification", [resources("ownedaccesskeys", "selves/status")], plain],
];

/** Runs an operation against scripted replies. Returns its outcome and the bodies sent. */
async function run<T>(replies: Reply[], operation: (context: Context) => Promise<T>) {
  const { client, server } = await against(replies);
  const outcome = await operation(contextOf(client).context);
  const sent = server.requests.map(({ method, url, body }) => ({
    request: `${method} ${url.replace(/^.*\/v1\/?|\?.*$/g, "")}`,
    body: body && JSON.parse(body),
  }));
  return { outcome, sent };
}

describe.each(platforms)("on %s", (_, responses, form) => {
  const recorded: Recorded = { inputs, state: { ...inputs, uid: "u1", resourceVersion: "1" } };

  test("a create sends the texts in its form, and the state has the texts", async () => {
    const { outcome, sent } = await run([...responses, live(form)], async (context) =>
      createResource(await on(context, { inputs })),
    );
    const asked = ["GET ", "POST selves"].slice(0, responses.length);
    expect(sent.map(({ request }) => request)).toEqual([...asked, "POST ownedaccesskeys"]);
    expect(sent.at(-1)?.body.spec).toEqual({ ttl: 60, ...spec(form) });
    expect(outcome.state).toMatchObject(spec(plain));
  });

  test("a read shows no change, and drift as text", async () => {
    const read = (data?: string) =>
      run([...responses, live(form, data)], async (context) => readResource(await on(context, { recorded })));
    expect((await read()).outcome?.inputs).toEqual(inputs);
    expect((await read("theirs")).outcome?.inputs).toMatchObject({ identity: { connectorData: "theirs" } });
  });

  test("an update patches with its form", async () => {
    const after = { ...inputs, ...spec(plain, "new") };
    const replies = [...responses, live(form), live(form, "new", "2")];
    const { outcome, sent } = await run(replies, (context) => update(context, recorded, after));
    const operations = sent.at(-1)?.body;
    expect(operations).toContainEqual({ op: "replace", path: "/spec/identity/connectorData", value: form("new") });
    expect(operations).toHaveLength(2);
    expect(outcome.state).toMatchObject({ identity: { connectorData: "new" } });
  });
});

const update = async (context: Context, recorded: Recorded, after: object) =>
  updateResource(await on(context, { recorded, inputs: { ...after } }));

/** An operation on the key, in the form of the platform. */
async function on(context: Context, values: Partial<Pick<StoredOperation, "inputs" | "recorded">>) {
  const operation = operationOn(context, ownedAccessKey, { id: "ci", ...values });
  const { inputs, recorded } = operation;
  const encodesBytes = await needsBase64(context, ownedAccessKey, inputs, recorded.inputs, recorded.state);
  return { ...operation, encodesBytes } as Operation;
}

test("bytes that are no text stay in base64", async () => {
  const binary = Buffer.from([0xff, 0xfe]).toString("base64");
  const identity = { connectorData: "data" };
  const recorded = { inputs: { name: "ci", identity }, state: { name: "ci", identity, uid: "u1" } };
  const theirs = live((text) => (text === "data" ? binary : base64(text)));
  const { outcome } = await run([product, theirs], async (context) => readResource(await on(context, { recorded })));
  expect(outcome?.inputs.identity).toEqual({ connectorData: binary });
});

test("a key without such texts asks nothing", async () => {
  const { sent } = await run([live(plain)], async (context) =>
    createResource(await on(context, { inputs: { name: "ci", user: "ci", ttl: 60, identity: { userId: "id" } } })),
  );
  expect(sent.map(({ request }) => request)).toEqual(["POST ownedaccesskeys"]);
});

test("without a usable list of resources nothing is written", async () => {
  const { client, server } = await against([status(500, "InternalError", "no")]);
  const error = await rejection(on(contextOf(client).context, { inputs }).then(createResource));
  expect(error.message).toContain("500");
  expect(server.requests.map(({ method }) => method)).toEqual(["GET"]);
});
