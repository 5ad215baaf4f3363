import { createAsColleague } from "../../support/http";
import { importing } from "./importing";

const { ids, platform, runImport } = importing({ api: 4 });

test("--all leaves out what the platform and its single sign-on made, and --name takes it", async () => {
  const annotations = { "loft.sh/single-sign-on": "true" };
  const make = (kind: string, name: string, metadata = {}) =>
    createAsColleague(platform(), `${kind.toLowerCase()}s`, { kind, metadata: { name, ...metadata }, spec: {} });
  await make("User", "admin");
  await make("User", "mia");
  await make("User", "tom", { annotations });
  await make("Team", "loft-admins");
  const { out } = await runImport("--all");
  expect(ids()).toEqual(["web", "mia"]);
  const omitted = [...out.matchAll(/^Left out (\w+ "\S+"): the platform made it; --name takes it/gm)].map(
    ([, what]) => what,
  );
  expect(omitted.sort()).toEqual(['Project "default"', 'Team "loft-admins"', 'User "admin"', 'User "tom"']);
  await runImport("--name", "default", "--force");
  expect(ids()).toEqual(["default"]);
});
