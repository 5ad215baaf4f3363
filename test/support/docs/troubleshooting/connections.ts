import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { badAnswers } from "../../badAnswers";
import type { Provocations, Workshop } from "./workshop";

const type = "SpaceTemplate";
const dev = { id: "dev", inputs: { name: "dev" }, state: { name: "dev", uid: "u" } };

/** What comes of reading a template at another address. */
async function readAt({ configured }: Workshop, baseUrl: string): Promise<unknown> {
  const driver = await configured({ baseUrl });
  return driver.read(type, dev, 3);
}

/** What comes of reading where somebody answers every connection with these bytes. */
async function readFrom(workshop: Workshop, bytes: string): Promise<unknown> {
  const server = createServer((socket) => socket.on("error", () => {}).end(bytes)).listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    return await readAt(workshop, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.close();
  }
}

const refusal = (status: number, reason: string) => ({
  status,
  body: { kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", code: status, reason, message: "said" },
  said: /said/,
});
const bad = (what: string) => {
  const answer = badAnswers[what];
  if (!answer) throw new Error(`there is no answer of ${what}`);
  return answer;
};

/** What to say when no answer comes, or another one than of the platform. */
export const connections: Provocations = {
  "connection refused": (workshop) => readAt(workshop, "http://127.0.0.1:1"),
  "the host name was not found": (workshop) => readAt(workshop, "http://nowhere.invalid"),
  "the answer is not HTTP": (workshop) => readFrom(workshop, "SSH-2.0-OpenSSH_9.6\r\n"),
  "the connection was closed without an answer": (workshop) => readFrom(workshop, ""),
  "the answer was cut off": (workshop) => readFrom(workshop, 'HTTP/1.1 200 OK\r\nContent-Length: 90\r\n\r\n{"kind":'),
  "the operation's time ran out": async ({ platform, driver, create }) => {
    const kept = await create(type, { name: "late" });
    platform.faults.add({ method: "GET", name: "late", action: { delayMs: 5000 } });
    return driver.read(type, kept, 0.5);
  },
  "Trying again in …": ({ platform, driver }) => {
    platform.faults.add({ verb: "get", name: "dev", times: 1, action: { status: 503 } });
    return driver.read(type, dev);
  },
  "Not tried again": ({ platform, driver }) => {
    platform.faults.add({ verb: "get", name: "dev", times: 1, action: { status: 503, retryAfter: 60 } });
    return driver.read(type, dev, 2);
  },
  "the answer is too large": (workshop) =>
    workshop.readingFrom({ ...bad("a server of something else"), body: "x".repeat(33 * 1024 * 1024) }),
  "the headers of the answer are too large": (workshop) =>
    readFrom(workshop, `HTTP/1.1 200 OK\r\nX-A: ${"a".repeat(20_000)}\r\n`),
  "no secure connection": (workshop) => readAt(workshop, workshop.platform.baseUrl.replace("http:", "https:")),
  "401 Unauthorized": ({ readingFrom }) => readingFrom(bad("a key that is refused")),
  "403 Forbidden": ({ readingFrom }) => readingFrom(bad("a right that is missing")),
  "answered HTML, not JSON": ({ readingFrom }) => readingFrom(bad("a login page")),
  "not a Status: is the base URL right?": ({ readingFrom }) => readingFrom(bad("a wrong path prefix")),
  "answered a redirect to …, which is not followed with an access key": ({ readingFrom }) =>
    readingFrom(bad("a redirect to a login page")),
  "answered an object without metadata": ({ readingFrom }) => readingFrom(bad("a server of something else")),
  "answered no JSON": ({ readingFrom }) => readingFrom(bad("a server that says nothing")),
  "asked for …, but answered …": ({ readingFrom }) => readingFrom(bad("an empty object")),
  "answered no list": async ({ platform, driver }) => {
    platform.faults.add({ verb: "list", kind: type, times: 1, action: { status: 200, body: { ok: true } } });
    return driver.invoke("listSpaceTemplates", {});
  },
  "Try again later; if it stays, look at the platform's logs": ({ readingFrom }) =>
    readingFrom(refusal(500, "InternalError")),
  "409 Conflict": async ({ platform, driver, create }) => {
    const kept = await create(type, { name: "refusing", displayName: "a" });
    platform.faults.add({ method: "PATCH", name: "refusing", times: 100, action: "conflict" });
    return driver.update(type, kept, { name: "refusing", displayName: "b" });
  },
  "Make the object smaller": ({ platform, driver }) => {
    platform.faults.add({ method: "POST", name: "huge", times: 1, action: { status: 413 } });
    return driver.create(type, { name: "huge" });
  },
  "The server limits requests": ({ readingFrom }) => readingFrom(refusal(429, "TooManyRequests")),
};
