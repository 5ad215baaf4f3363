import * as rpc from "@pulumi/pulumi/proto/provider_pb";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { fromStruct } from "../../../../provider/faces/plugin/protocol";
import { type PluginDriver, startDriver, urnOf } from "../../../support/pluginDriver";
import { receivedStruct } from "../../../support/structsOnTheWire";

/** Bytes of a message in which a key of this length is really `__proto__`, which no writer in JavaScript can write. */
const stand = "__pr0to__";
function withProto(bytes: Uint8Array): Buffer {
  const text = Buffer.from(bytes).toString("latin1").replaceAll(stand, "__proto__");
  return Buffer.from(text, "latin1");
}

const structOf = (inputs: object) => Struct.fromJavaScript(inputs as Parameters<typeof Struct.fromJavaScript>[0]);

test("a key __proto__ is read as any other, and changes no object", () => {
  for (const held of ["x", 1, true, { polluted: "yes" }, ["x"], null]) {
    const bytes = withProto(structOf({ a: 1, [stand]: held, inside: [{ [stand]: held }] }).serializeBinary());
    const { properties } = fromStruct(receivedStruct(bytes));
    expect(JSON.parse(JSON.stringify(properties))).toEqual(
      JSON.parse(JSON.stringify({ a: 1, [stand]: held, inside: [{ [stand]: held }] }).replaceAll(stand, "__proto__")),
    );
    expect(Object.getPrototypeOf(properties)).toBe(Object.prototype);
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  }
});

describe("Check, asked by an engine that is not written in JavaScript,", () => {
  let driver: PluginDriver;
  beforeAll(async () => {
    driver = await startDriver({ baseUrl: "http://127.0.0.1:1", accessKey: "nobody" });
  });
  afterAll(() => driver.close());

  test.each<[string, string, object]>([
    ["SpaceTemplate", "__proto__", { [stand]: { a: 1 } }],
    ["SpaceTemplate", 'extraSpec.__proto__"', { extraSpec: { [stand]: { a: 1 } } }],
    ["SpaceTemplate", 'extraSpec.list[1].__proto__"', { extraSpec: { list: [1, { [stand]: "x" }] } }],
    ["SpaceTemplate", 'labels.__proto__"', { labels: { [stand]: "x" } }],
    ["SpaceTemplate", 'annotations.__proto__"', { annotations: { [stand]: "x" } }],
    [
      "SpaceTemplate",
      'template.objects[0].data.__proto__"',
      { template: { objects: [{ apiVersion: "v1", kind: "A", data: { [stand]: "x" } }] } },
    ],
    ["OwnedAccessKey", 'scope.__proto__"', { user: "ci", scope: { [stand]: [] } }],
  ])("%s: refuses a key __proto__ at %s, and nothing else", async (type, property, inputs) => {
    const request = new rpc.CheckRequest();
    request.setUrn(urnOf(type));
    request.setNews(structOf(inputs));
    const bytes = withProto(request.serializeBinary());
    // The client serialises what it is given: here the bytes as they are.
    request.serializeBinary = () => bytes;
    const failures = (await driver.plugin.client.check(request)).getFailuresList().map((each) => each.getReason());
    expect(failures).toEqual([expect.stringContaining(`property "${property}`)]);
  });
});
