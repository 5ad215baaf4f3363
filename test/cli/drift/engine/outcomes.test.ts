import type { EngineEvent, StepEventMetadata } from "@pulumi/pulumi/automation";
import { Outcomes } from "../../../../cli/drift/engine/outcomes";

const urn = "urn:pulumi:dev::web::platform:index:SpaceTemplate::one";
const stack = "urn:pulumi:dev::web::pulumi:pulumi:Stack::web-dev";

const step = (op: string, more: object = {}) =>
  ({ op, urn, type: "platform:index:SpaceTemplate", old: { id: "one", custom: true }, ...more }) as StepEventMetadata;
const ended = (metadata: StepEventMetadata) => ({ resOutputsEvent: { metadata } }) as EngineEvent;
const failed = (metadata: StepEventMetadata) => ({ resOpFailedEvent: { metadata } }) as EngineEvent;
const said = (severity: string, message: string, about?: string) =>
  ({ diagnosticEvent: { severity, message, urn: about } }) as EngineEvent;

const one = { urn, type: "platform:index:SpaceTemplate", id: "one" };

function heard(...events: EngineEvent[]): Outcomes {
  const outcomes = new Outcomes();
  for (const event of events) outcomes.hear(event);
  return outcomes;
}

test.each([
  ["same", "same"],
  ["update", "changed"],
  ["delete", "deleted"],
  // What a later engine may say is nothing to call clean.
  ["read-replacement", "failed"],
])("a resource whose refresh ends as %s is %s", (op, result) => {
  expect(heard(ended(step(op))).of(one).result).toBe(result);
});

test("a resource of which nothing is heard could not be read", () => {
  expect(heard().of(one)).toMatchObject({ result: "failed", errors: [] });
});

test("a resource that failed could not be read, also when its refresh came to an end", () => {
  const outcomes = heard(said("error", "no answer\n", urn), ended(step("same")), failed(step("refresh")));
  expect(outcomes.of(one)).toMatchObject({ result: "failed", errors: ["no answer"] });
});

test("what waits to be deleted is told apart from what replaced it", () => {
  const outcomes = heard(
    ended(step("delete", { old: { id: "one", custom: true, delete: true } })),
    ended(step("same")),
  );
  expect([outcomes.of(one).result, outcomes.of({ ...one, delete: true }).result]).toEqual(["same", "deleted"]);
});

test("errors with no resource, and those of the stack, are the run's; warnings are none", () => {
  const outcomes = heard(
    said("error", "wrong config"),
    said("error", "preview failed\n", stack),
    said("warning", "old"),
  );
  expect(outcomes.errors).toEqual(["wrong config", "preview failed"]);
});

test("only resources that a provider reads count as read", () => {
  let read = 0;
  const outcomes = new Outcomes(() => read++);
  outcomes.hear(ended(step("same")));
  outcomes.hear(ended(step("same", { type: "pulumi:providers:platform" })));
  outcomes.hear(ended(step("same", { old: { id: "", custom: false } })));
  expect(read).toBe(1);
});
