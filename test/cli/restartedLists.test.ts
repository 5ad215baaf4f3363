import { listCandidates } from "../../cli/import/candidates";
import { KnownObjects } from "../../cli/orphans/knownObjects";
import { searchPlatform } from "../../cli/orphans/search";
import { readContext } from "../../cli/readContext";
import { resolveConfig } from "../../provider/config/resolveConfig";
import * as engine from "../../provider/engine/engine";
import { Session } from "../../provider/engine/session";
import { creationMarkers, withCreationMarkers } from "../../provider/objects/ownership";
import { registry, resources } from "../../provider/resources/registry";
import { closeAll, type Reply, serve, status } from "../provider/api/scriptedServer";
import { noFiles } from "./doctor/examined";

afterEach(closeAll);

const stack = { project: "web", stack: "prod" };
const owner = { ...stack, type: "", name: "" };
const accessKey = resources.find(({ type }) => type === "OwnedAccessKey");

/** A key as a list shows it, with the label of the stack. */
function key(session: Session, name: string, resourceVersion: string, disabled: boolean) {
  const deletionTimestamp = disabled ? "2026-01-01T00:00:00Z" : undefined;
  const metadata = { name, uid: `uid-${name}`, resourceVersion, deletionTimestamp };
  return withCreationMarkers(
    { metadata, spec: { user: "ci", disabled } },
    creationMarkers(readContext(session, { owner })),
  );
}

/** A session whose list of keys expires after its first page. Then the first key is another one. */
async function restarted(): Promise<Session> {
  const resources = [{ name: "ownedaccesskeys", verbs: ["list"] }];
  const script: Reply[] = [{ body: { kind: "APIResourceList", resources } }];
  const { url } = await serve(script);
  const resolved = resolveConfig({ baseUrl: url, accessKey: "k" }, { env: {}, files: noFiles });
  if (!("config" in resolved)) throw new Error("no settings");
  const session = new Session(resolved.config);
  const page = (token: string, ...items: object[]): Reply => ({
    body: { kind: "OwnedAccessKeyList", metadata: { continue: token }, items },
  });
  script.push(
    page("t1", key(session, "a", "1", false), key(session, "b", "2", false)),
    status(410, "Expired", "too old"),
    page("", key(session, "a", "7", true), key(session, "b", "2", false)),
  );
  return session;
}

test("orphans shows the newer version of an object after a list began again, once", async () => {
  const session = await restarted();
  const platform = {
    address: "",
    sessions: [session],
    problems: [],
    known: new KnownObjects({ resources: [], creating: [] }, [stack]),
    providers: [],
  };
  const types = new Set(["OwnedAccessKey"]);
  const found = await searchPlatform(platform, { principals: [], types, notify: () => {} });
  expect(found?.orphans.map(({ name, disabled }) => [name, disabled])).toEqual([
    ["a", true],
    ["b", false],
  ]);
});

test("import knows the newer version of an object after a list began again", async () => {
  const session = await restarted();
  const values = { name: [], kind: [], out: "-", cwd: ".", user: [], team: [] };
  const listed = accessKey && (await listCandidates(accessKey, readContext(session, {}), values));
  expect(listed?.map(({ name, reason }) => [name, reason !== undefined])).toEqual([
    ["a", true],
    ["b", false],
  ]);
});

test.each([undefined, 2])("a function lists the newer version of an object once, with limit %p", async (limit) => {
  const session = await restarted();
  const wanted = engine.functionOf(registry.functions, "listOwnedAccessKeys");
  const { items } = await engine.invokeFunction(readContext(session, {}), wanted, limit === undefined ? {} : { limit });
  const shown = (items as { name: string; disabled?: boolean }[]).map(({ name, disabled }) => [
    name,
    disabled === true,
  ]);
  // With a limit the list ends before it expires.
  expect(shown).toEqual([
    ["a", limit === undefined],
    ["b", false],
  ]);
});
