import { callFunction } from "../../../provider/faces/functions";
import { resources } from "../../../provider/resources";
import { functions } from "../../../provider/resources/functions";
import { copiesIn } from "../../support/copiesIn";
import { onBothServers } from "../../support/faceUnderTest";
import { fullInputs } from "../../support/fullInputs";
import { secretOnWire, startDriver, unknownOnWire, type Wire } from "../../support/pluginDriver";
import { startRecorded } from "../../support/startRecorded";

/** Every function, by the specification of the provider: a new one has to be named here. */
const specified = [
  "getSpaceTemplate",
  "listSpaceTemplates",
  "getOwnedAccessKey",
  "listOwnedAccessKeys",
  "getVirtualCluster",
];

test("the functions are those that were promised", () => {
  expect(functions.map(({ name }) => name).sort()).toEqual([...specified].sort());
});

onBothServers((face) => {
  /** The same from the SDK, which has no engine between. */
  const fromSdk = (name: string, args: Wire) => {
    const settings: Wire = { "platform:baseUrl": face.platform.baseUrl, "platform:accessKey": face.platform.accessKey };
    return callFunction(name, args, { get: (key) => settings[key] as string | undefined });
  };
  const both = (name: string, args: Wire) => Promise.all([face.driver.invoke(name, args), fromSdk(name, args)]);
  const namesIn = ({ items }: Wire) => (items as Wire[]).map(({ name }) => name);

  beforeAll(async () => {
    for (const [index, team] of ["a", "b", "a", "b", "a"].entries()) {
      await face.create("SpaceTemplate", { name: `t${index}`, labels: { team } });
    }
  });

  test("get answers what the platform shows of one object", async () => {
    await face.merge("spacetemplates/t0", { spec: { displayName: "Theirs", owner: { user: "admin" } } });
    const [found, same] = await both("getSpaceTemplate", { name: "t0" });
    const { uid } = face.stored("spacetemplates", "t0").metadata;
    expect(found).toMatchObject({ name: "t0", displayName: "Theirs", labels: { team: "a" }, uid });
    expect(found).not.toHaveProperty("owner");
    expect(JSON.parse(JSON.stringify(same))).toEqual(found);
  });

  test("get of what is not there is an error that says where it was looked for", async () => {
    const words = 'There is no SpaceTemplate "nowhere" on this platform';
    await expect(face.driver.invoke("getSpaceTemplate", { name: "nowhere" })).rejects.toThrow(words);
    const failure: Error = await fromSdk("getSpaceTemplate", { name: "nowhere" }).catch((error) => error);
    expect(failure.message).toContain(words);
    // Whoever prints the error prints its words and nothing else.
    expect([failure.stack, failure.cause]).toEqual([failure.message, undefined]);
  });

  test.each<[string, Wire, string]>([
    ["getSpaceTemplate", {}, 'property "name" is required'],
    ["getSpaceTemplate", { name: 3 }, 'property "name" must be a string'],
    ["getSpaceTemplate", { name: "a", labels: "b" }, 'property "labels" is not a property'],
    ["getSpaceTemplate", { name: ".." }, 'property "name" must consist of'],
    ["getSpaceTemplate", { name: "A B" }, 'property "name" must consist of'],
    ["getVirtualCluster", { project: "we/b", name: "a" }, 'property "project" must consist of'],
    ["listSpaceTemplates", { limit: 0 }, 'property "limit" must be 1 or more'],
    ["getVirtualCluster", { project: "web" }, 'property "name" is required'],
  ])("%s of %j is refused before anything is sent", async (name, args, words) => {
    await expect(face.driver.invoke(name, args)).rejects.toThrow(words);
    await expect(fromSdk(name, args)).rejects.toThrow(words);
    expect(face.platform.requests).toEqual([]);
  });

  test("list answers all objects, those with some labels, or so many", async () => {
    const [all] = await both("listSpaceTemplates", {});
    expect(namesIn(all as Wire)).toEqual(["t0", "t1", "t2", "t3", "t4"]);
    const [some] = await both("listSpaceTemplates", { labelSelector: "team in (a),team!=b" });
    expect(namesIn(some as Wire)).toEqual(["t0", "t2", "t4"]);
    const [few] = await both("listSpaceTemplates", { labelSelector: "team=a", limit: 2 });
    expect(namesIn(few as Wire)).toEqual(["t0", "t2"]);
    await expect(face.driver.invoke("listSpaceTemplates", { labelSelector: "a in (" })).rejects.toThrow(
      "labelSelector",
    );
  });

  test("what is not known yet makes all that is answered unknown, and asks nothing", async () => {
    const found = await face.driver.invoke("getSpaceTemplate", { name: unknownOnWire });
    expect(new Set(Object.values(found))).toEqual(new Set([unknownOnWire]));
    expect(Object.keys(found)).toContain("displayName");
    expect(face.platform.requests).toEqual([]);
  });

  test("no lookup of a key answers anything secret, nor what tools keep of it", async () => {
    const [{ key, ...inputs }] = fullInputs().OwnedAccessKey as [Wire];
    const kept = await face.create("OwnedAccessKey", { ...inputs, key, name: "full-key" });
    await face.merge("ownedaccesskeys/full-key", { metadata: { annotations: copiesIn(`{"spec":{"key":"${key}"}}`) } });
    const answers = [
      ...(await both("getOwnedAccessKey", { name: kept.id })),
      ...(await both("listOwnedAccessKeys", {})),
    ];
    const { identity, oidcProvider, oidcLogin } = inputs as Record<string, Wire>;
    const texts = [key, identity?.connectorData, oidcProvider?.nonce, ...Object.values(oidcLogin ?? {})];
    for (const text of texts.filter((each) => typeof each === "string")) {
      expect(JSON.stringify(answers)).not.toContain(text);
    }
    for (const name of Object.keys(copiesIn(""))) expect(JSON.stringify(answers)).not.toContain(name);
    expect(answers[0]).toMatchObject({ user: inputs.user, displayName: "Full key", disabled: true, active: false });
    await face.merge("ownedaccesskeys/full-key", { metadata: { finalizers: null } });
    await face.driver.delete("OwnedAccessKey", kept);
  });

  test("getVirtualCluster answers where an imported one runs", async () => {
    const source = { cluster: "c1", namespace: "vc", name: "looked-up" };
    const kept = await face.create("VirtualClusterImport", { project: "web", sourceVirtualCluster: source });
    const [found] = await both("getVirtualCluster", { project: "web", name: "looked-up" });
    expect(found).toMatchObject({ project: "web", name: "looked-up", namespace: "p-web", source });
    expect((await face.driver.list("VirtualClusterImport")).ids).toEqual([kept.id]);
    expect((await face.driver.list("VirtualClusterImport", { query: { project: "other" } })).ids).toEqual([]);
    expect((await face.driver.list("VirtualClusterImport", { query: { project: "web" } })).ids).toEqual([kept.id]);
    await expect(face.driver.invoke("getVirtualCluster", { project: "web", name: "gone" })).rejects.toThrow(
      'There is no virtual cluster "gone" in project "web"',
    );
  });

  test("a list goes page by page, and every page goes on where the last one ended", async () => {
    const ids: string[] = [];
    let token = "";
    do {
      const page = await face.driver.list("SpaceTemplate", { pageSize: 2, token });
      expect(page.ids.length).toBeLessThanOrEqual(2);
      ids.push(...page.ids);
      token = page.token;
    } while (token !== "");
    expect(ids).toEqual(["t0", "t1", "t2", "t3", "t4"]);
    expect(face.sent()).toEqual(["GET 200", "GET 200", "GET 200"]);
    expect((await face.driver.list("SpaceTemplate", { limit: 3, pageSize: 4 })).ids).toEqual(["t0", "t1", "t2"]);
    expect((await face.driver.list("SpaceTemplate", { query: { labelSelector: "team=b" } })).ids).toEqual(["t1", "t3"]);
  });

  test.each(resources.map(({ type }) => type))("every id that a list of %s gives can be imported", async (type) => {
    const [inputs] = fullInputs()[type] as [Wire];
    const { finalizers: _f, ownerReferences: _o, ...free } = inputs;
    const made = await face.create(type, { ...free, ...(type !== "VirtualClusterImport" && { name: "listed" }) });
    const { ids } = await face.driver.list(type);
    expect(ids).toContain(made.id);
    for (const id of ids) expect(await face.driver.read(type, { id, inputs: {}, state: {} })).toMatchObject({ id });
    await face.driver.delete(type, made);
  });

  test("for the ids of a list no more than metadata are asked for, so that no key travels", async () => {
    const kept = await face.create("OwnedAccessKey", { name: "metadata-only", user: "ci" });
    face.platform.requests.length = 0;
    expect((await face.driver.list("OwnedAccessKey")).ids).toEqual(["metadata-only"]);
    const { accept = "" } = face.platform.requests[0]?.headers ?? {};
    expect(accept).toMatch(/^application\/json;as=PartialObjectMetadataList;/);
    const answer = await fetch(
      `${face.platform.baseUrl}/kubernetes/management/apis/management.loft.sh/v1/ownedaccesskeys`,
      {
        headers: { accept, authorization: `Bearer ${face.platform.accessKey}` },
      },
    );
    const { items } = (await answer.json()) as { items: object[] };
    expect(Object.keys(items[0] ?? {}).sort()).toEqual(["apiVersion", "kind", "metadata"]);
    await face.driver.delete("OwnedAccessKey", kept);
  });

  test("a list that is narrowed by what is not known yet is not known yet", async () => {
    const page = await face.driver.list("SpaceTemplate", { query: { labelSelector: unknownOnWire } });
    expect(page).toEqual({ ids: [], token: "", isComputed: true });
  });

  test("the words of a failed page quote nothing of an earlier one, and no secret that was asked with", async () => {
    const value = "plainvaluewithnoshape12345";
    const kept = await face.create("OwnedAccessKey", { name: "quoted", user: "ci", key: value });
    const action = { status: 500, body: { kind: "Status", code: 500, message: `cannot decode ${value}` } };
    const page = { metadata: { continue: "next" }, items: [{ metadata: { name: "quoted" }, spec: { key: value } }] };
    for (const call of [face.driver.invoke, fromSdk]) {
      face.platform.faults.add({
        method: "GET",
        times: 1,
        action: { status: 200, body: { kind: "OwnedAccessKeyList", ...page } },
      });
      face.platform.faults.add({ method: "GET", times: 1, action });
      const words: Error = await call("listOwnedAccessKeys", {}).catch((error) => error);
      expect(words.message).toContain("cannot decode [secret]");
    }
    const secret = secretOnWire("very-s3cret-name");
    await expect(face.driver.invoke("getSpaceTemplate", { name: secret })).rejects.toThrow('SpaceTemplate "[secret]"');
    await face.driver.delete("OwnedAccessKey", kept);
  });

  test("a warning that comes with a key does not quote it", async () => {
    const value = "plainvaluewithnoshape67890";
    const headers = { warning: `299 - "the key ${value} is weak"` };
    const object = { metadata: { name: "weak", uid: "u1" }, spec: { user: "ci", key: value } };
    const written: string[] = [];
    const write = jest.spyOn(process.stderr, "write").mockImplementation((text) => written.push(String(text)) > 0);
    try {
      face.platform.faults.add({ method: "GET", times: 1, action: { status: 200, headers, body: object } });
      await fromSdk("getOwnedAccessKey", { name: "weak" });
    } finally {
      write.mockRestore();
    }
    expect(written.join("")).toContain("the key [secret] is weak");
  });

  test("a list that expires in the middle begins again, and one that goes in circles ends", async () => {
    const expired = { status: 410, body: { kind: "Status", code: 410, reason: "Expired", message: "too old" } };
    const circle = (token: string) => ({ status: 200, body: { metadata: { continue: token }, items: [] } });
    face.platform.faults.add({ method: "GET", times: 1, action: circle("a") });
    face.platform.faults.add({ method: "GET", times: 1, action: expired });
    expect(namesIn(await face.driver.invoke("listSpaceTemplates", {}))).toEqual(["t0", "t1", "t2", "t3", "t4"]);
    face.platform.faults.add({ method: "GET", times: 2, action: circle("same") });
    await expect(face.driver.invoke("listSpaceTemplates", {})).rejects.toThrow("the same page of a list again");
  });

  test("a failure of the platform is told as it is of any other request", async () => {
    face.platform.faults.add({ method: "GET", kind: "spacetemplates", times: 2, action: { status: 403 } });
    await expect(face.driver.list("SpaceTemplate")).rejects.toThrow("403");
    await expect(face.driver.invoke("listSpaceTemplates", {})).rejects.toThrow("403");
    await expect(face.driver.invoke("getNothing", {})).rejects.toThrow("It has: getSpaceTemplate");
    await expect(face.driver.list("SpaceTemplate", { query: { label: "a" } })).rejects.toThrow('property "label"');
    await expect(face.driver.list("Nothing")).rejects.toThrow("This provider has no resource type");
  });
});

test("on a platform without virtual clusters that is said", async () => {
  const platform = await startRecorded({ projects: ["web"] });
  const driver = await startDriver({ baseUrl: platform.baseUrl, accessKey: platform.accessKey });
  try {
    platform.faults.add({ method: "GET", kind: "virtualclusterinstances", times: 9, action: { status: 405 } });
    const words = "This platform does not offer virtual clusters of projects";
    await expect(driver.invoke("getVirtualCluster", { project: "web", name: "a" })).rejects.toThrow(words);
    await expect(driver.list("VirtualClusterImport")).rejects.toThrow(words);
  } finally {
    await driver.close();
    await platform.close();
  }
});
