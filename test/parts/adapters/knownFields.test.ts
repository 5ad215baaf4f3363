import { encryptedIn } from "../../support/encryptedParts";
import { programAdapters } from "../../support/programAdapters";
import { resourcePrograms, withType } from "../../support/resourcePrograms";
import { stackUnderTest } from "../../support/stackUnderTest";

type Fields = Record<string, unknown>;

const canary = (of: string) => `canary-in-extra-spec-${of}`;
const fields = (user: string): Fields => ({
  user,
  key: canary("key"),
  oidcProvider: { clientId: "client", nonce: canary("nonce") },
  scope: { projects: [{ project: "web" }] },
});
const future = { future: "x" };
const marked = { displayName: { "fn::secret": canary("name") } };
const common = { ttl: 3600 };

describe.each(programAdapters)("fields of extraSpec that have a property of their own, on %s", (_, kind) => {
  const source = (inputs: Fields) => {
    const secret = { ...common, name: "marked", user: "ci", extraSpec: { ...marked, groups: ["a"], ...future } };
    const keys = { moved: { inputs: { ...common, name: "moved", ...inputs } }, marked: { inputs: secret } };
    return resourcePrograms[kind](withType("OwnedAccessKey", keys));
  };
  const given = stackUnderTest(() => ({
    program: kind,
    source: source({ extraSpec: { ...fields("ci"), ...future } }),
  }));
  const stored = (name: string) => {
    const { metadata, spec } = JSON.parse(JSON.stringify(given.platform.store.get("ownedaccesskeys", name)));
    return { uid: metadata.uid as string, spec };
  };
  const inState = async (name: string) => {
    const { deployment } = await given.stack.exportState();
    const { inputs = {}, outputs = {} } = deployment.resources?.find(({ urn }) => urn.endsWith(`::${name}`)) ?? {};
    return { inputs, outputs };
  };

  test("are stored, with one warning for each field", async () => {
    const { stdout, stderr } = await given.stack.up(["--skip-preview"]);
    expect(stored("moved").spec).toMatchObject({ ...fields("ci"), ...future });
    expect(stored("marked").spec).toMatchObject({ displayName: canary("name"), groups: ["a"], ...future });
    const warned = [...(stdout + stderr).matchAll(/property "extraSpec\.([\w.]+)" has a property of its own/g)];
    const names = [...new Set(warned.map(([, field]) => field))];
    const ofMoved = ["key", "oidcProvider.clientId", "oidcProvider.nonce", "scope.projects", "user"];
    expect(names.sort()).toEqual([...ofMoved, "displayName", "groups"].sort());
  });

  test("are properties in the state, and secret where these are or the program says so", async () => {
    const { inputs, outputs } = await inState("moved");
    expect(inputs).toMatchObject({ user: "ci", scope: fields("ci").scope, extraSpec: future });
    expect(outputs).toMatchObject({ user: "ci", scope: fields("ci").scope, extraSpec: future });
    // The engine tells secrets of dynamic resources apart by top-level property.
    const nonce = kind === "yaml" ? "oidcProvider.nonce" : "oidcProvider";
    expect(encryptedIn(inputs)).toEqual(["key", nonce]);
    expect(encryptedIn(outputs)).toEqual(expect.arrayContaining(["key", nonce]));

    const secret = kind === "yaml" ? ["displayName"] : ["displayName", "extraSpec", "groups"];
    const ofMarked = await inState("marked");
    expect(encryptedIn(ofMarked.inputs)).toEqual(secret);
    expect(encryptedIn(ofMarked.outputs)).toEqual(expect.arrayContaining(secret));
    expect(given.stack.rawStateFile()).not.toContain("canary-in-extra-spec");
  });

  test("are no change in the next run, or when the program declares them as properties", async () => {
    await given.stack.preview(["--expect-no-changes", "--diff"]);
    await given.stack.refresh(["--skip-preview", "--expect-no-changes"]);
    given.stack.write(source({ ...fields("ci"), extraSpec: future }));
    await given.stack.preview(["--expect-no-changes", "--diff"]);
  });

  test("replace the key where the property does", async () => {
    given.stack.write(source({ extraSpec: { ...fields("cd"), ...future } }));
    const { steps } = JSON.parse((await given.stack.preview(["--json"])).stdout);
    const ofKey = steps.filter(({ urn }: { urn: string }) => urn.endsWith("::moved"));
    expect(ofKey.map(({ op }: { op: string }) => op)).toContain("replace");
    const { uid } = stored("moved");
    await given.stack.up(["--skip-preview"]);
    expect(stored("moved").uid).not.toBe(uid);
    expect(stored("moved").spec).toMatchObject({ user: "cd" });
  });

  test("show no secret in any output", async () => {
    await given.stack.destroy(["--skip-preview"]);
    expect(given.stack.rawStateFile() + given.stack.allOutput()).not.toContain("canary-in-extra-spec");
  });
});
