import { post, postKey, template } from "./conformance/row";
import { send } from "./request";
import { withPlatform } from "./withPlatform";

const unhandled = (kind: string) => `${kind} in version "v1" cannot be handled as a SpaceTemplate: `;

describe("a server of Go types", () => {
  test.each<[string, object, string]>([
    [
      "a wrong type",
      { displayName: 5, description: true },
      "number into Go struct field SpaceTemplateSpec.spec.displayName of type string",
    ],
    [
      "a wrong type in a list",
      { access: [{}, { users: {} }] },
      "object into Go struct field Access.spec.access.users of type []string",
    ],
    [
      "a wrong type in a map",
      { template: { metadata: { labels: { a: 1 } } } },
      "number into Go struct field Metadata.spec.template.metadata.labels of type string",
    ],
    [
      "a text for a group",
      { template: "x" },
      "string into Go struct field SpaceTemplateSpec.spec.template of type v1.Template",
    ],
    [
      "a group for a list",
      { access: {} },
      "object into Go struct field SpaceTemplateSpec.spec.access of type []v1.Access",
    ],
  ])("refuses %s with one message of its decoder", (_, spec, message) =>
    withPlatform({ omitEmpty: true }, async (platform) => {
      const { status, body } = await send(platform, post(template("a", spec)));
      expect([status, body.message]).toEqual([400, `${unhandled("SpaceTemplate")}json: cannot unmarshal ${message}`]);
    }),
  );

  test("refuses a number that is no whole one with one message of its decoder", () =>
    withPlatform({ omitEmpty: true }, async (platform) => {
      const { status, body } = await send(platform, postKey("a", { ttl: 1.5 }));
      expect([status, body.message]).toEqual([
        400,
        'OwnedAccessKey in version "v1" cannot be handled as a OwnedAccessKey: json: cannot unmarshal number 1.5 into Go struct field OwnedAccessKeySpec.spec.ttl of type int64',
      ]);
    }));

  test.each(["allowLoftCLI", "allowLoftCli"])("a text for the flag %s", (flag) =>
    withPlatform({ omitEmpty: true }, async (platform) => {
      const { status, body } = await send(platform, postKey("a", { scope: { [flag]: "yes" } }));
      expect([status, body.message]).toEqual([
        400,
        `OwnedAccessKey in version "v1" cannot be handled as a OwnedAccessKey: json: cannot unmarshal string into Go struct field Scope.spec.scope.${flag} of type bool`,
      ]);
    }),
  );

  test.each([
    ["another kind", "Project", "converting (v1.Project) to (management.SpaceTemplate): unknown conversion"],
    [
      "a kind that is none",
      "Pod",
      'no kind "Pod" is registered for version "management.loft.sh/v1" in scheme "pkg/runtime/scheme.go:110"',
    ],
  ])("refuses %s with one message of its decoder", (_, kind, message) =>
    withPlatform({ omitEmpty: true }, async (platform) => {
      const { status, body } = await send(platform, post(template("a", {}, {}, { kind })));
      expect([status, body.message]).toEqual([400, unhandled(kind) + message]);
    }),
  );
});

test("a server of Go types keeps fields that are not specified, of any type", () =>
  withPlatform({ omitEmpty: true }, async (platform) => {
    const { status, body } = await send(platform, post(template("a", { owner: { user: "u" }, more: [1] })));
    expect([status, body.spec]).toEqual([201, { owner: { user: "u" }, more: [1] }]);
  }));
