import { newAuthority } from "../../support/certificates";
import { closeAll, connect, serve } from "./scriptedServer";

afterEach(closeAll);

const dev = { metadata: { name: "dev", uid: "u1" } };
const path = ["spacetemplates", "dev"];

test("an IPv6 address is a base URL as well", async () => {
  const server = await serve([{ body: dev }], undefined, "::1");
  expect(server.url).toMatch(/^http:\/\/\[::1\]:\d+$/);
  expect(await connect(`${server.url}/prefix/`).get(path)).toEqual(dev);
  expect(server.requests[0]).toMatchObject({ headers: { host: server.url.replace("http://", "") } });
  expect(server.requests[0]?.url).toMatch(/^\/prefix\/kubernetes\//);
});

test("over TLS the certificate has to be for that address", async () => {
  const authority = newAuthority();
  const certificateAuthority = authority.cert;
  const right = await serve([{ body: dev }], authority.issue({ names: ["::1"] }), "::1");
  expect(await connect(right.url, { certificateAuthority }).get(path)).toEqual(dev);
  const wrong = await serve([{ body: dev }], authority.issue({ names: ["127.0.0.1"] }), "::1");
  await expect(connect(wrong.url, { certificateAuthority }).get(path)).rejects.toMatchObject({ kind: "tlsName" });
});
