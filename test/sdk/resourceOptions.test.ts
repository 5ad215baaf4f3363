import * as pulumi from "@pulumi/pulumi";
import { OwnedAccessKey } from "../../sdk/index";

type Wire = Record<string, unknown>;

/** The reserved input of each resource that was registered, by name. */
const registered = new Map<string, unknown>();

beforeAll(async () => {
  const newResource = ({ name, inputs }: pulumi.runtime.MockResourceArgs) => {
    registered.set(name, inputs.__resource);
    return { id: name, state: inputs };
  };
  await pulumi.runtime.setMocks({ newResource, call: () => ({}) }, "project", "stack", true);
});

const contextOf = async (name: string, args: object, options?: pulumi.CustomResourceOptions): Promise<Wire> => {
  const resource = new OwnedAccessKey(name, args, options);
  // Registered when its URN is there.
  await new Promise((resolve) => resource.urn.apply(resolve));
  return registered.get(name) as Wire;
};

describe("a class tells its provider what the dynamic protocol does not", () => {
  const always = { project: "project", stack: "stack" };

  test("whose resource it is, and which inputs the program marked secret", async () => {
    const args = { user: "ci", description: pulumi.secret("d"), groups: [pulumi.secret("g")], key: "k" };
    const secrets = ["description", "groups", "key"];
    expect(await contextOf("plain", args)).toEqual({ ...always, name: "plain", secrets });
  });

  test.each<[string, pulumi.CustomResourceOptions, Wire]>([
    ["ignoring", { ignoreChanges: ["labels.team"] }, { ignoreChanges: ["labels.team"] }],
    ["replacing", { replaceOnChanges: ['labels["x.test/y"]'] }, { replaceOnChanges: ['labels["x.test/y"]'] }],
    ["hurrying", { customTimeouts: { create: "5m" } }, { timeouts: { create: "5m" } }],
    ["protecting", { protect: true }, {}],
  ])("options: %s", async (name, options, told) => {
    expect(await contextOf(name, { user: "ci" }, options)).toEqual({ ...always, name, ...told });
  });
});
