import { EventEmitter } from "node:events";
import * as grpc from "@grpc/grpc-js";
import { LateService } from "../../../../provider/faces/plugin/lateService";

const definition = { check: { path: "/a.B/Check" }, list: { path: "/a.B/List" } } as unknown as grpc.ServiceDefinition;

type Method = (call: EventEmitter, answer?: grpc.sendUnaryData<unknown>) => void;

/** What a method answers, or fails with. */
function answerOf(service: LateService, name: string): unknown {
  const answer = jest.fn();
  (service.methods[name] as Method)(new EventEmitter(), answer);
  return answer.mock.calls[0]?.[0] ?? answer.mock.calls[0]?.[1];
}

/** What a method that streams fails with. */
function failureOf(service: LateService, name: string): unknown {
  const call = new EventEmitter();
  const failed = jest.fn();
  call.on("error", failed);
  (service.methods[name] as Method)(call);
  return failed.mock.calls[0]?.[0];
}

test("a service is loaded with the first request, once", () => {
  const load = jest.fn(() => ({
    check: (_call: unknown, answer: grpc.sendUnaryData<unknown>) => answer(null, "checked"),
  }));
  const service = new LateService(definition, load);
  expect(load).not.toHaveBeenCalled();
  expect([answerOf(service, "check"), answerOf(service, "check")]).toEqual(["checked", "checked"]);
  expect(load).toHaveBeenCalledTimes(1);
});

test("what a service lacks is answered with its name, also where it would stream", () => {
  const service = new LateService(definition, () => ({}));
  const lacks = (path: string) => ({
    code: grpc.status.UNIMPLEMENTED,
    details: `The server does not implement the method ${path}`,
  });
  expect(answerOf(service, "check")).toEqual(lacks("/a.B/Check"));
  expect(failureOf(service, "list")).toEqual(lacks("/a.B/List"));
});

test("a service that cannot be loaded says why: on stderr at once, and to whoever asks", async () => {
  const write = jest.spyOn(process.stderr, "write").mockReturnValue(true);
  try {
    const service = new LateService(definition, () => {
      throw new Error("Cannot find module x");
    });
    service.loadSoon();
    await new Promise((resolve) => setImmediate(resolve));
    expect(write.mock.calls).toEqual([["pulumi-resource-platform cannot work: Cannot find module x\n"]]);
    const why = { code: grpc.status.INTERNAL, details: "The provider cannot be loaded: Cannot find module x" };
    expect([answerOf(service, "check"), failureOf(service, "list")]).toEqual([why, why]);
  } finally {
    write.mockRestore();
  }
});
