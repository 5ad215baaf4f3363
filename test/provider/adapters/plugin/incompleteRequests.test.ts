import * as rpc from "@pulumi/pulumi/proto/provider_pb";
import { onPlugin } from "../../../support/adapterUnderTest";
import { failureOf } from "../../../support/contract";
import { filled, type Kept, struct, urnOf } from "../../../support/pluginDriver";

const type = "SpaceTemplate";
const incomplete = (field: string) => `The engine sent a request without ${field}, so nothing was done.`;

onPlugin((adapter) => {
  let kept: Kept;
  beforeAll(async () => {
    kept = await adapter.create(type, { name: "whole", displayName: "ours" });
  });
  const client = () => adapter.driver.plugin.client;
  /** The fields of a request, which a test leaves out one by one. */
  const fieldsOf = () => ({
    Id: kept.id,
    Urn: urnOf(type),
    Olds: struct(kept.state),
    OldInputs: struct(kept.inputs),
    News: struct({ ...kept.inputs, displayName: "new" }),
  });
  const without = <Fields extends object>(fields: Fields, name: keyof Fields) =>
    Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name));

  test.each([
    ["Olds", "olds"],
    ["OldInputs", "old_inputs"],
    ["News", "news"],
  ] as const)("an update or a diff without %s fails and sends nothing", async (name, field) => {
    const fields = without(fieldsOf(), name);
    for (const sent of [
      client().update(filled(new rpc.UpdateRequest(), fields)),
      client().diff(filled(new rpc.DiffRequest(), fields)),
    ])
      expect(await failureOf(sent)).toContain(incomplete(field));
    expect(adapter.platform.requests).toEqual([]);
  });

  test.each([
    ["Properties", "properties"],
    ["OldInputs", "old_inputs"],
  ] as const)("a delete without %s fails and deletes nothing", async (name, field) => {
    const { Id, Urn, Olds: Properties, OldInputs } = fieldsOf();
    const fields = without({ Id, Urn, Properties, OldInputs }, name);
    expect(await failureOf(client().delete(filled(new rpc.DeleteRequest(), fields)))).toContain(incomplete(field));
    expect(adapter.platform.requests).toEqual([]);
  });

  test("a create without properties fails and creates nothing", async () => {
    const created = client().create(filled(new rpc.CreateRequest(), { Urn: urnOf(type) }));
    expect(await failureOf(created)).toContain(incomplete("properties"));
    expect(adapter.platform.requests).toEqual([]);
  });

  test("a read with a state and without inputs fails: it is no import", async () => {
    const { Id, Urn, Olds: Properties } = fieldsOf();
    const read = client().read(filled(new rpc.ReadRequest(), { Id, Urn, Properties }));
    expect(await failureOf(read)).toContain(incomplete("inputs"));
    expect(adapter.platform.requests).toEqual([]);
  });

  test.each([
    ["neither state nor inputs", {}],
    ["an empty state, as older engines send it", { Properties: struct({}) }],
    ["an empty state and empty inputs, as for a get", { Properties: struct({}), Inputs: struct({}) }],
  ])("a read with %s is an import", async (_, fields) => {
    const { Id, Urn } = fieldsOf();
    const read = await client().read(filled(new rpc.ReadRequest(), { Id, Urn, ...fields }));
    expect(read.getInputs()?.toJavaScript()).toEqual({ name: "whole", displayName: "ours" });
  });
});
