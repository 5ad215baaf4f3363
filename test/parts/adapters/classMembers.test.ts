import { productInputs } from "../../support/productTypes";
import { stackUnderTest } from "../../support/stackUnderTest";

const program = `
import * as pulumi from "@pulumi/pulumi";
import { getOwnedAccessKeyOutput, getSpaceTemplateOutput, OwnedAccessKey, SpaceTemplate } from "pulumi-vcluster-platform";

const made = new SpaceTemplate("made", { name: "made", displayName: "One" });
const key = new OwnedAccessKey("key", { name: "key", user: "ci", ttl: 3600, displayName: pulumi.secret("hidden-words") });
const found = SpaceTemplate.get("found", made.id);
export const read = found.displayName;
export const looked = getSpaceTemplateOutput({ name: made.name }).displayName;
export const user = getOwnedAccessKeyOutput({ name: key.name }).user;
export const instances = [made, found, key, {}, undefined].map((each) => SpaceTemplate.isInstance(each));
`;

const given = stackUnderTest(() => ({ program: "typescript", source: program }));

test("dynamic classes have get and isInstance, and functions take outputs", async () => {
  await given.stack.up(["--skip-preview"]);
  expect(await given.stack.outputs()).toEqual({
    read: "One",
    looked: "One",
    user: "ci",
    instances: [true, true, false, false, false],
  });
  await given.stack.pulumi(["preview", "--expect-no-changes"]);
  await given.stack.refresh(["--skip-preview", "--expect-no-changes"]);
  await given.stack.pulumi(["preview", "--expect-no-changes"]);
  await given.stack.destroy(["--skip-preview"]);
  expect(given.platform.store.list("spacetemplates")).toEqual([]);
});

// A PlatformObject has no displayName. Its kind here is App.
const otherTypes = Object.keys(productInputs).filter((type) => type !== "PlatformObject");

const productProgram = `
import * as platform from "pulumi-vcluster-platform";

const classes = platform as any;
export const found = Object.entries(${JSON.stringify(productInputs)}).map(([type, inputs]) => {
  const made = new classes[type]("made-" + type, inputs);
  const { displayName, plural } = classes[type].get("found-" + type, made.id);
  return displayName ?? plural;
});
`;

describe("on vCluster Platform 4", () => {
  const on4 = stackUnderTest(() => ({
    program: "typescript",
    source: productProgram,
    platform: { api: 4, projects: ["default", "web"] },
  }));

  test("get of each class of its kinds reads the object", async () => {
    await on4.stack.up(["--skip-preview"]);
    expect(await on4.stack.outputs()).toEqual({ found: [...otherTypes, "apps"] });
    await on4.stack.refresh(["--skip-preview", "--expect-no-changes"]);
    await on4.stack.destroy(["--skip-preview"]);
  });
});
