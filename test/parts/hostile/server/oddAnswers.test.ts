import type { ApiError } from "../../../../provider/api/errors";
import { closeAll, connect, rejection, serve } from "../../../provider/api/scriptedServer.js";

afterEach(closeAll);

test.each(['{"toString":1}', "7", '["List"]'])("a list whose kind is %s is none, and that is said", async (kind) => {
  const server = await serve([{ body: `{"kind":${kind},"metadata":{},"items":[]}` }]);
  const list = connect(server.url).list(["spacetemplates"]).next();
  expect((await rejection(list)).message).toContain("InvalidAnswer: answered no list");
});

test.each(["-5", '"9"', "null", "{}"])("a wait of %s seconds that a Status asks for is no wait", async (seconds) => {
  const body = `{"kind":"Status","message":"no","details":{"retryAfterSeconds":${seconds}}}`;
  const server = await serve([{ status: 400, body }]);
  const error = (await rejection(connect(server.url).get(["spacetemplates", "dev"]))) as ApiError;
  expect(error.retryAfterSeconds).toBeUndefined();
});
