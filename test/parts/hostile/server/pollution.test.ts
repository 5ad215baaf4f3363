import { closeAll, connect, rejection, serve } from "../../../provider/api/scriptedServer.js";
import { answered, startHostileServer } from "./startHostileServer";

afterEach(closeAll);

const spellings = ["__proto__", "\\u005f_proto__", "__\\u0070roto__", "__pro\\u0074o_\\u005F"];
const polluting = (key: string) => `{"${key}":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}`;

/** A response with a polluting object in one place. */
const places: Readonly<Record<string, (inside: string) => string>> = {
  "the object": (inside) => inside.replace("{", '{"metadata":{"name":"dev","uid":"u1"},'),
  metadata: (inside) => `{"metadata":${inside.replace("{", '{"name":"dev","uid":"u1",')}}`,
  managedFields: (inside) =>
    `{"metadata":{"name":"dev","uid":"u1","managedFields":[{"manager":"a","fieldsV1":${inside}}]}}`,
  spec: (inside) => `{"metadata":{"name":"dev","uid":"u1"},"spec":${inside}}`,
  "a list in the spec": (inside) => `{"metadata":{"name":"dev","uid":"u1"},"spec":{"x":[${inside}]}}`,
};

const holdsProto = (value: unknown): boolean =>
  typeof value === "object" &&
  value !== null &&
  (Object.hasOwn(value, "__proto__") || Object.values(value).some(holdsProto));

afterEach(() => {
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  expect(Object.keys(Object.prototype)).toEqual([]);
});

test.each(Object.entries(places))("__proto__ in %s of a response or a list is dropped", async (_, place) => {
  for (const key of spellings) {
    const body = place(polluting(key));
    const server = await serve([{ body }, { body: `{"metadata":${polluting(key)},"items":[${body}]}` }]);
    const client = connect(server.url);
    const found: object[] = [await client.get(["spacetemplates", "dev"])];
    for await (const each of client.list(["spacetemplates"])) found.push(each);
    expect(found).toHaveLength(2);
    expect(found.some(holdsProto)).toBe(false);
    expect(found.some((each) => "polluted" in each)).toBe(false);
  }
});

test.each(spellings)("%s in an error is dropped", async (key) => {
  const details = `{"causes":[${polluting(key)}],"${key}":{"polluted":1}}`;
  const body = `{"kind":"Status","${key}":{"polluted":1},"message":"no","details":${details}}`;
  const server = await serve([{ status: 400, body }]);
  const error = await rejection(connect(server.url).get(["spacetemplates", "dev"]));
  expect(error.message).toContain("400: no.");
  expect(error).not.toHaveProperty("polluted");
});

test('a list whose kind is {"toString":1} or ["List"] is refused', async () => {
  for (const kind of ['{"toString":1}', '["List"]']) {
    const server = await serve([{ body: `{"kind":${kind},"metadata":{},"items":[]}` }]);
    const list = connect(server.url).list(["spacetemplates"]).next();
    expect((await rejection(list)).message).toContain("InvalidAnswer: answered no list");
  }
});

test("a second response on a connection is not the response to the next request", async () => {
  const hostile = await startHostileServer();
  const object = (name: string, kind = "honest") => JSON.stringify({ metadata: { name, uid: "u1" }, spec: { kind } });
  hostile.attack = (socket, request) => {
    const name = /spacetemplates\/(\w+)/.exec(request)?.[1] ?? "";
    socket.write(Buffer.concat([answered(object(name)), answered(object("b", "smuggled"))]));
  };
  const client = connect(hostile.baseUrl);
  for (const name of ["a", "b", "b", "a", "b"])
    expect((await client.get(["spacetemplates", name])).spec).toEqual({ kind: "honest" });
  await hostile.close();
});
