import type { Outcome } from "../../../../cli/drift/engine/outcomes";
import { resourceFindings, type Watched } from "../../../../cli/drift/looking/resourceFindings";
import type { Session } from "../../../../provider/session";

const urn = "urn:pulumi:dev::web::platform:index:SpaceTemplate::shared";
const exported = { urn, type: "platform:index:SpaceTemplate", id: "shared", custom: true, inputs: {}, outputs: {} };

test("of a resource that the program only reads, what was there before is what its outputs were", async () => {
  const [old, now] = ["Ours", "Theirs"].map((displayName) => ({
    inputs: {},
    outputs: { name: "shared", displayName },
  }));
  const outcome = { urn, result: "changed", old, new: now, errors: [] } as unknown as Outcome;
  // Nobody may ask for it: a read without declared inputs would be an import, in which everything is new.
  const context = jest.fn();
  const session = { context } as unknown as Session;
  const watched: Watched = { exported, outcome, platform: { session, problems: [] } };
  const found = await resourceFindings(watched, { now: new Date(), expiringWithinSeconds: 0, onSecret: () => {} });
  expect(found.map(({ kind, path, expected, live }) => [kind, path, expected, live])).toEqual([
    ["changed", "/displayName", "Ours", "Theirs"],
  ]);
  expect(context).not.toHaveBeenCalled();
});
