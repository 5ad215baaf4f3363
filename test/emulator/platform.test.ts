import { X509Certificate } from "node:crypto";
import { selfSigned } from "../../emulator/http/certificate";
import { startPlatform } from "../../emulator/platform";
import { dial, head, readUntil, templates, untilClosed } from "../support/rawClient";
import { postKeyText } from "./conformance/row";
import { send } from "./request";
import { platformTest } from "./withPlatform";

test("a platform has a default project and a random key, and needs a free port", async () => {
  const platform = await startPlatform();
  expect(platform.store.list("projects").map(({ metadata }) => metadata.name)).toEqual(["default"]);
  expect(platform.accessKey).toMatch(/^\S{64}$/);
  await expect(startPlatform({ port: Number(new URL(platform.baseUrl).port) })).rejects.toThrow(/EADDRINUSE/);
  await platform.close();
});

test("close cuts connections that are still open", async () => {
  const platform = await startPlatform({ latencyMs: 60_000 });
  const socket = await dial(platform);
  socket.write(head(platform, `GET ${templates} HTTP/1.1`, "expect: 100-continue"));
  expect(await readUntil(socket, /\r\n\r\n/)).toMatch(/^HTTP\/1\.1 100 Continue/);
  const rest = readUntil(socket, untilClosed);
  await platform.close();
  expect(await rest).toBe("");
});

platformTest("stored objects are immutable, and fields may have names of JavaScript properties", async (platform) => {
  const { text } = await send(platform, postKeyText("a", '{"__proto__":{"x":1},"constructor":"c","key":"k"}'));
  expect(text).toContain('"spec":{"__proto__":{"x":1},"constructor":"c","key":"k"}');
  const stored = platform.store.get("ownedaccesskeys", "a");
  expect(() => Object.assign(stored?.spec ?? {}, { displayName: "y" })).toThrow(TypeError);
});

test("the certificate is for servers with the given hosts, signed by its own CA and valid for a year", async () => {
  const [made, other] = await Promise.all([selfSigned(["platform.test", "192.0.2.7", "localhost"]), selfSigned()]);
  const [leaf, ca] = [new X509Certificate(made.cert), new X509Certificate(made.ca)];
  const localhost = ["DNS:localhost", "IP Address:127.0.0.1", "IP Address:0:0:0:0:0:0:0:1"];
  expect(leaf.subjectAltName?.split(", ")).toEqual([...localhost, "DNS:platform.test", "IP Address:192.0.2.7"]);
  expect(leaf.checkIssued(ca) && leaf.verify(ca.publicKey)).toBe(true);
  expect([ca.ca, leaf.ca, leaf.keyUsage]).toEqual([true, false, ["1.3.6.1.5.5.7.3.1"]]);
  const days = (time: string) => (Date.parse(time) - Date.now()) / (24 * 60 * 60 * 1000);
  expect(days(leaf.validFrom)).toBeLessThan(-0.5);
  expect(days(leaf.validTo)).toBeGreaterThan(364);
  expect(days(leaf.validTo)).toBeLessThan(366);
  expect(new X509Certificate(other.cert).serialNumber).not.toBe(leaf.serialNumber);
  expect(other.key).not.toBe(made.key);
  expect(other.ca).not.toBe(made.ca);
});
