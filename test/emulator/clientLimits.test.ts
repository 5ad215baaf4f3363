import { type RunningPlatform, startPlatform } from "../../emulator/platform";
import { dial, exchange, head, readUntil, templates, untilClosed } from "../support/rawClient";
import { get, post, template } from "./conformance/row";
import { send } from "./request";
import { untilAnswered } from "./untilAnswered";

// A server that never comes back is told by the test, not by the runner.
jest.setTimeout(60_000);

let platform: RunningPlatform;
afterEach(() => platform.close());

test("a client that does not read its answer is cut off, and what was held for it is free again", async () => {
  platform = await startPlatform({}, { maxHeldBytes: 2_000_000, unreadAnswerMs: 100 });
  const spec = { template: { objects: "x".repeat(1_400_000) } };
  for (let index = 0; index < 20; index++) await untilAnswered(platform, post(template(`large-${index}`, spec)), 201);
  const socket = await dial(platform);
  socket.write(head(platform, `GET ${templates} HTTP/1.1`));
  const start = await readUntil(socket, /\r\n\r\n/);
  socket.pause();
  const promised = Number(/^content-length: (\d+)$/im.exec(start)?.[1]);
  await untilAnswered(platform, get("/spacetemplates/none"), 404);
  const rest = readUntil(socket, untilClosed);
  socket.resume();
  expect(start.length + (await rest).length).toBeLessThan(promised);
});

test("the clients after the last that is let in are turned away, and keep nobody waiting who is in", async () => {
  platform = await startPlatform({}, { maxConnections: 2 });
  const inside = await Promise.all([dial(platform), dial(platform)]);
  const request = head(platform, `GET ${templates} HTTP/1.1`, "connection: close");
  expect(await exchange(platform, request)).toBe("");
  for (const socket of inside) {
    socket.write(request);
    expect(await readUntil(socket, untilClosed)).toMatch(/^HTTP\/1\.1 200 /);
  }
  expect((await send(platform, get("/spacetemplates"))).status).toBe(200);
});

test("bodies that never end keep others from sending some, and nobody from reading", async () => {
  platform = await startPlatform({}, { maxHeldBytes: 2_000_000 });
  const sockets = await Promise.all([dial(platform), dial(platform)]);
  for (const socket of sockets) {
    socket.write(head(platform, `POST ${templates} HTTP/1.1`, "content-length: 1500000") + "x".repeat(1_400_000));
  }
  await untilAnswered(platform, post(template("other"), "?dryRun=All"), 429);
  expect((await send(platform, get("/spacetemplates"))).status).toBe(200);
  expect((await send(platform, { method: "DELETE", path: "/spacetemplates/none" })).status).toBe(404);
  for (const socket of sockets) socket.destroy();
  await untilAnswered(platform, post(template("other"), "?dryRun=All"), 201);
});
