import { secretsOf } from "../../../cli/state/ourResource";

const signature = "4dabf18193072939515e22adb298388d";
const sealed = (value: unknown) => ({
  [signature]: "1b47061264138c4ac30d75fd1eb44270",
  plaintext: JSON.stringify(value),
});
const resource = (kind: string, outputs: Record<string, unknown>) => {
  const type = `vcluster-platform:index:${kind}`;
  return { urn: `urn:pulumi:dev::web::${type}::res`, type, id: "res", custom: true, inputs: {}, outputs };
};

test.each<[string, string, Record<string, unknown>, string[]]>([
  [
    "the credential of a connection, not where it leads",
    "VirtualClusterImport",
    {
      connection: sealed({
        accessKey: "credential-0123",
        host: "platform.example",
        project: "payments",
        name: "billing",
      }),
    },
    ["credential-0123"],
  ],
  [
    "the password of a chart, not its name",
    "SpaceTemplate",
    { template: { charts: [{ name: "ingress", password: sealed("chart-password-0123") }] } },
    ["chart-password-0123"],
  ],
  [
    "a marked member of a list, not the others",
    "SpaceTemplate",
    { access: [{ name: "admins", users: [sealed("hidden-user")] }] },
    ["hidden-user"],
  ],
  ["a marked list", "SpaceTemplate", { access: sealed([{ name: "admins" }]) }, ["admins"]],
])("the secrets of a state are %s", (_, kind, outputs, secrets) => {
  expect(secretsOf({ resources: [resource(kind, outputs)], creating: [] })).toEqual(secrets);
});
