import type { ApiClient } from "../../../provider/api/client.js";
import { InitializationError, type Stored } from "../../../provider/objects/operation.js";
import { readUnfinished } from "../../../provider/objects/readUnfinished.js";
import type { LostAnswer } from "../../../provider/objects/shape.js";
import { spaceTemplate } from "../../../provider/resources/spaceTemplate.js";
import { contextOf } from "./contextOf.js";

const recorded: Stored = { id: "dev", inputs: { name: "dev" }, state: { name: "dev", note: "kept" }, nonce: "n1" };
const ours = { name: "dev", uid: "u1", annotations: { "pulumi-platform/create-nonce": "n1" } };
const notOver = { note: "kept", externalChange: "its create did not come to an end." };

/** What a read makes of a create whose end nobody saw, where this is what stands under the name. */
function readOf(metadata: object | undefined, answer?: LostAnswer) {
  const { context, warnings } = contextOf({} as ApiClient);
  const lostAnswer = answer && (() => answer);
  const kind = { kind: "SpaceTemplate", plural: "spacetemplates", inputs: spaceTemplate.inputs, lostAnswer };
  const live = metadata && { kind: "SpaceTemplate", metadata: { name: "dev", ...metadata }, spec: {} };
  let failure: unknown;
  try {
    return { stored: readUnfinished(kind as never, context, live, recorded), warnings };
  } catch (error) {
    failure = error;
  }
  return { failure, warnings };
}

test.each<[string, LostAnswer | undefined]>([
  ["of a kind whose answers hold nothing of their own", undefined],
  ["whose answer is known", "known"],
])("a read ends the create of an object that is there, %s", (_, answer) => {
  const { stored, warnings } = readOf(ours, answer);
  expect(stored).toMatchObject({ id: "dev", state: { uid: "u1" } });
  expect(stored?.state.externalChange).toBeUndefined();
  expect(warnings).toEqual([]);
});

test.each<[string, object | undefined, LostAnswer | undefined]>([
  ["is not there yet", undefined, undefined],
  ["is on its way out", { ...ours, deletionTimestamp: "2026-01-01T00:00:00Z" }, "known"],
  ["has lost what only its answer said", ours, "lost"],
])("a read leaves the create open where the object %s, and says so", (_, metadata, answer) => {
  const { failure, warnings } = readOf(metadata, answer);
  expect(failure).toBeInstanceOf(InitializationError);
  expect(failure).toMatchObject({
    name: "InitializationError",
    message:
      'SpaceTemplate "dev" may or may not have been created: its create did not come to an end. ' +
      "Run pulumi up again: it looks for the object first.",
    stored: { ...recorded, state: notOver },
  });
  expect(warnings).toEqual([]);
});

test.each<[string, object, LostAnswer, string]>([
  ["somebody else made", { uid: "u1" }, "known", "somebody else has the name. It is left alone."],
  ["somebody uses by now", ours, "in use", "is left alone: this state did not see the end of its create"],
])("an object that %s is none of the resource, and a warning says why", (_, metadata, answer, words) => {
  const { stored, warnings, failure } = readOf(metadata, answer);
  expect([stored, failure]).toEqual([undefined, undefined]);
  expect(warnings).toEqual([expect.stringContaining(words)]);
});
