import { gzipSync } from "node:zlib";
import { type Attack, answered, drip, flood } from "./startHostileServer";

/** An attack, and what the user reads. Written before the first run; what is said of the bounds stands in docs/reliability.md. */
export interface AttackRow {
  readonly attack: Attack;
  readonly said: RegExp;
}

const megabyte = 1024 * 1024;
const json = "Content-Type: application/json\r\n";
const chunked = `HTTP/1.1 200 OK\r\n${json}Transfer-Encoding: chunked\r\n\r\n`;
const chunk = `10000\r\n${"x".repeat(0x10000)}\r\n`;
const object = (more: string) =>
  `{"apiVersion":"management.loft.sh/v1","metadata":{"name":"kept"},"spec":{"x":${more}}}`;
const failure = (message: string) =>
  JSON.stringify({
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Failure",
    code: 400,
    reason: "Bad",
    message,
  });

/** Starts an answer, and goes on with it without end. */
const endless =
  (start: string, piece: string): Attack =>
  (socket) => {
    socket.write(start);
    flood(socket, piece);
  };

const always =
  (answer: string | Buffer): Attack =>
  (socket) =>
    socket.write(answer);

const closing =
  (answer: string): Attack =>
  (socket) =>
    socket.end(answer);

const tooLarge = /failed: the answer is too large\. Check platform:baseUrl/;
const largeHeaders = /failed: the headers of the answer are too large/;
const notHttp = /failed: the answer is not HTTP \((HPE_\w+|HTTPParserError)\)/;
const packed = /answered with Content-Encoding "gzip", which was not asked for/;
const deep = /InvalidAnswer: answered JSON that is nested more than 200 levels deep/;

/** What ends at once, whatever the operation. */
export const attacks: Readonly<Record<string, AttackRow>> = {
  "a body without end, in chunks": { attack: endless(chunked, chunk), said: tooLarge },
  "a body without end that ends with the connection": {
    attack: endless(`HTTP/1.1 200 OK\r\n${json}\r\n`, "x".repeat(0x10000)),
    said: tooLarge,
  },
  "a body of a terabyte, as announced": {
    attack: endless(`HTTP/1.1 200 OK\r\n${json}Content-Length: 1099511627776\r\n\r\n`, "x".repeat(0x10000)),
    said: tooLarge,
  },
  "the body of an error without end": {
    attack: endless(`HTTP/1.1 400 Bad Request\r\n${json}Transfer-Encoding: chunked\r\n\r\n`, chunk),
    said: tooLarge,
  },
  "an error of 30 MB": {
    attack: always(answered(failure("no ".repeat(10 * megabyte)), { status: "400 Bad Request" })),
    said: /400 Bad: (no )+.{0,4}… \(\d+ more characters\)/,
  },
  "headers without end": { attack: endless("HTTP/1.1 200 OK\r\n", `X-A: ${"a".repeat(1000)}\r\n`), said: largeHeaders },
  "one header without end": { attack: endless("HTTP/1.1 200 OK\r\nX-A: ", "a".repeat(1000)), said: largeHeaders },
  "a header's name without end": { attack: endless("HTTP/1.1 200 OK\r\n", "a".repeat(1000)), said: largeHeaders },
  "ten thousand headers": {
    attack: always(`HTTP/1.1 200 OK\r\n${"a: b\r\n".repeat(10_000)}Content-Length: 2\r\n\r\n{}`),
    said: largeHeaders,
  },
  "trailers without end": { attack: endless(`${chunked}0\r\n`, `X-A: ${"a".repeat(1000)}\r\n`), said: largeHeaders },
  "NUL in a header": { attack: always("HTTP/1.1 200 OK\r\nX-A: a\0b\r\nContent-Length: 2\r\n\r\n{}"), said: notHttp },
  "a gzip bomb": {
    attack: always(answered(gzipSync(Buffer.alloc(100 * megabyte)), { headers: "Content-Encoding: gzip\r\n" })),
    said: packed,
  },
  "a gzip bomb in an error": {
    attack: always(
      answered(gzipSync(Buffer.alloc(100 * megabyte)), {
        status: "400 Bad Request",
        headers: "Content-Encoding: gzip\r\n",
      }),
    ),
    said: packed,
  },
  "lists in lists, 100,000 deep": {
    attack: always(answered(object("[".repeat(100_000) + "]".repeat(100_000)))),
    said: deep,
  },
  "objects in objects, a million deep": { attack: always(answered('{"a":'.repeat(1_000_000))), said: deep },
  "a deep object with a key that is dropped": {
    attack: always(answered(object(`${'{"__proto__":'.repeat(100_000)}1${"}".repeat(100_000)}`))),
    said: deep,
  },
  "more than a million keys": {
    attack: always(answered(object(`{${Array.from({ length: 1_000_001 }, (_, index) => `"${index}":1`).join()}}`))),
    said: /InvalidAnswer: answered JSON of more than 1000000 values/,
  },
  "a number that no double holds": {
    attack: always(answered(object("1e999"))),
    said: /InvalidAnswer: answered a number that is too large/,
  },
  "half of a surrogate pair": {
    attack: always(answered(object('"\\ud800"'))),
    said: /InvalidAnswer: answered a text that is no valid Unicode/,
  },
  "half of a surrogate pair in an error": {
    attack: always(answered(failure("x").replace('"x"', '"a\\ud800b"'), { status: "400 Bad Request" })),
    said: /400 Bad: a\\ud800b/,
  },
  "half of a surrogate pair where an error is cut": {
    attack: always(answered(failure(`a${"😀".repeat(2000)}`), { status: "400 Bad Request" })),
    said: /400 Bad: a(😀)+… \(\d+ more characters\)/u,
  },
};

const timeIsOver = /failed: the operation's time ran out\. Try again, with a higher customTimeouts/;

/** What would go on as long as somebody waits, and ends with the operation's time. */
export const slowAttacks: Readonly<Record<string, AttackRow>> = {
  "a body that comes drop by drop": {
    attack: (socket) => {
      socket.write(chunked);
      drip(socket, "1\r\n \r\n");
    },
    said: timeIsOver,
  },
  "a header that comes drop by drop": {
    attack: (socket) => {
      socket.write("HTTP/1.1 200 OK\r\nX-A: ");
      drip(socket, "a");
    },
    said: timeIsOver,
  },
  "a status line without end": { attack: endless("HTTP/1.1 200 ", "a".repeat(1000)), said: timeIsOver },
  "empty lines without end": { attack: endless("", "\r\n".repeat(1000)), said: timeIsOver },
  "hints without end": { attack: endless("", "HTTP/1.1 103 Early Hints\r\n\r\n"), said: timeIsOver },
  "a chunk's extension without end": { attack: endless(`${chunked}1;`, "a".repeat(1000)), said: timeIsOver },
};

// The time ends between two tries or within one.
const closedOrLate = /failed: (the connection was closed without an answer|the operation's time ran out)/;
const cutOffOrLate = /failed: (the answer was cut off|the operation's time ran out)/;

/** What may succeed when it is tried again, and is tried until there is no time for another try. */
export const repeatedAttacks: Readonly<Record<string, AttackRow>> = {
  "an answer that asks to go on, without end": {
    attack: endless("", "HTTP/1.1 100 Continue\r\n\r\n"),
    said: closedOrLate,
  },
  "an answer in another protocol": {
    attack: always("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n"),
    said: closedOrLate,
  },
  "a length that is none": { attack: always("HTTP/1.1 200 OK\r\nContent-Length: 1e9\r\n\r\n{}"), said: cutOffOrLate },
  "two lengths": {
    attack: always("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 9\r\n\r\n{}"),
    said: cutOffOrLate,
  },
  "a length and chunks": {
    attack: always("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n"),
    said: cutOffOrLate,
  },
  "a body that is cut off": {
    attack: closing(`HTTP/1.1 200 OK\r\n${json}Content-Length: 90\r\n\r\n{`),
    said: cutOffOrLate,
  },
};
