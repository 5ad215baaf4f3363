import { selfSigned } from "../../../../emulator/http/certificate";
import type { Call } from "../../../../provider/api/client.js";
import { against, closeAll, connect, type Reply, rejection, serve, serveRaw } from "../scriptedServer";

afterEach(closeAll);

const dev = ["spacetemplates", "dev"];
const template: Reply = { body: { kind: "SpaceTemplate", metadata: { name: "dev", uid: "u1" } } };
const reset: Reply = { how: "reset" };

test("https:// to a port without TLS names the scheme", async () => {
  const { url } = await serve([template]);
  const { message, ...error } = await rejection(connect(url.replace("http:", "https:")).get(dev));
  expect(error).toMatchObject({ failure: "tlsOnPlainPort", sent: false });
  expect(message).toMatch(
    /failed: the port does not speak TLS \(ERR_SSL_\w+\)\. Set vcluster-platform:baseUrl to a port that speaks TLS, or to http:\/\//,
  );
});

test.each<[what: string, run: (client: ReturnType<typeof connect>, call: Call) => Promise<unknown>]>([
  ["a read", (client, call) => client.get(dev, call)],
  ["a create", (client, call) => client.create(["spacetemplates"], { metadata: { name: "dev" } }, call)],
])("%s with http:// to a port that speaks TLS names the scheme, and is not repeated", async (_, run) => {
  const { cert, key } = await selfSigned();
  const { url, requests } = await serve([template], { cert, key });
  const retries: string[] = [];
  const client = connect(url.replace("https:", "http:"));
  const onRetry = (text: string) => retries.push(text);
  const { message, ...error } = await rejection(run(client, { onRetry }));
  expect(error).toMatchObject({ failure: "plainOnTlsPort", sent: false, ambiguous: false });
  expect(message).toMatch(
    /failed: the port speaks TLS\. Set vcluster-platform:baseUrl to the same address with https:\/\//,
  );
  expect([requests, retries]).toEqual([[], []]);
});

test("a port without TLS that closes a connection is asked again, and looked at once", async () => {
  const { client, server } = await against([reset, reset, template]);
  expect((await client.get(dev)).metadata.name).toBe("dev");
  expect(server.requests).toHaveLength(3);
});

test.each([
  ["Go", "Client sent an HTTP request to an HTTPS server.\n"],
  ["nginx", "<html><title>400 The plain HTTP request was sent to HTTPS port</title></html>"],
])("the words of %s for http:// to a port that speaks TLS get the remedy that names the scheme", async (_, body) => {
  const { url } = await serveRaw(`HTTP/1.0 400 Bad Request\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
  const { message } = await rejection(connect(url).get(dev));
  expect(message).toContain("If the port speaks TLS, set vcluster-platform:baseUrl to https://");
});
