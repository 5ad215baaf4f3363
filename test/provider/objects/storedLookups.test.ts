import { storedLookups } from "../../../provider/objects/storedLookups.js";
import { ownedAccessKey } from "../../../provider/resources/ownedAccessKey.js";
import { against, closeAll, type Reply, rejection, status } from "../api/scriptedServer.js";
import { contextOf } from "./contextOf.js";

afterEach(closeAll);

const { inputs } = ownedAccessKey;
const lookups = storedLookups({ kind: "OwnedAccessKey", plural: "ownedaccesskeys", inputs });
const metadata = {
  name: "ci",
  uid: "u1",
  resourceVersion: "7",
  labels: { team: "web", "pulumi-platform/owner": "o" },
  annotations: { "kubectl.kubernetes.io/last-applied-configuration": "{}" },
  managedFields: [],
};
const key = { metadata, spec: { user: "u", key: "s3cr3t", oidcLogin: { clientSecret: "s3cr3t" }, added: 1 } };
const shown = { name: "ci", uid: "u1", resourceVersion: "7", user: "u", labels: { team: "web" }, annotations: {} };
const list = (names: string[], next = ""): Reply => ({
  body: { items: names.map((name) => ({ metadata: { name } })), metadata: { continue: next } },
});
const refused = status(400, "BadRequest", "unable to parse requirement");

async function on(...script: Reply[]) {
  const { client, server } = await against(script);
  const queries = () => server.requests.map(({ url }) => Object.fromEntries(new URL(url, "http://a").searchParams));
  return { ...contextOf(client), queries };
}

test("a lookup shows what is known and no secret, nothing of what programs keep in annotations, and nothing unknown", async () => {
  const { context } = await on({ body: key });
  expect(JSON.parse(JSON.stringify(await lookups.lookUp(context, "ci")))).toEqual(shown);
});

test("what is not there is looked up as nothing; a failure is none of that", async () => {
  expect(await lookups.lookUp((await on(status(404, "NotFound", "there is no ci"))).context, "ci")).toBeUndefined();
  const { context } = await on(status(403, "Forbidden", "no"));
  expect(await rejection(lookups.lookUp(context, "ci"))).toMatchObject({ status: 403 });
});

test("a page has what was asked for, and the way to the next one", async () => {
  const { context, queries } = await on(list(["a", "b"], "next"));
  const page = await lookups.list(context, { filter: { labelSelector: "team=web" }, limit: 2, token: "here" });
  expect(page.items.map(({ id }) => id)).toEqual(["a", "b"]);
  expect(page.items[0]?.properties).toMatchObject({ name: "a" });
  expect(page.token).toBe("next");
  expect(queries()).toEqual([{ labelSelector: "team=web", limit: "2", continue: "here" }]);
});

test("all are given page by page", async () => {
  const { context, queries } = await on(list(["a"], "next"), list(["b"]));
  const ids: string[] = [];
  for await (const { id } of lookups.all(context, { labelSelector: "x" }, 1)) ids.push(id);
  expect(ids).toEqual(["a", "b"]);
  expect(queries()).toMatchObject([
    { labelSelector: "x", limit: "1" },
    { limit: "1", continue: "next" },
  ]);
});

describe("a selector that the platform refuses", () => {
  const all = async (context: Parameters<typeof lookups.all>[0], filter: object) => {
    for await (const _ of lookups.all(context, { ...filter }));
  };
  const words = /^property "labelSelector" is refused by the platform\. .*unable to parse requirement/;

  test("is told of the property", async () => {
    const filter = { labelSelector: "a b" };
    for (const read of [all, (context: never, each: object) => lookups.list(context, { filter: { ...each } })]) {
      const { context } = await on(refused);
      const error = await rejection(read(context as never, filter));
      expect(error).toMatchObject({ name: "ResourceError", cause: { status: 400 } });
      expect(error.message).toMatch(words);
    }
  });

  test.each<[string, Reply, object, string]>([
    ["a refusal where no selector was set", refused, {}, ""],
    ["a refusal of an empty selector", refused, { labelSelector: "" }, ""],
    ["another failure", status(403, "Forbidden", "no"), { labelSelector: "a" }, ""],
    ["a refusal of a later page, whose token is as likely", refused, { labelSelector: "a" }, "token"],
  ])("is not blamed for %s", async (_, answer, filter, token) => {
    const { context } = await on(answer);
    expect((await rejection(lookups.list(context, { filter: { ...filter }, token }))).name).toBe("ApiError");
    for (const first of [["a"], []]) {
      const script = token === "" ? [answer] : [list(first, token), answer];
      expect((await rejection(all((await on(...script)).context, filter))).name).toBe("ApiError");
    }
  });
});
