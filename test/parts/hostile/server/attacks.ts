import { gzipSync } from "node:zlib";
import { type Attack, answered, drip, flood } from "./startHostileServer";

/** A response, and the error that the user reads. */
export type AttackRow = [what: string, attack: Attack, error: RegExp];

const megabyte = 1024 * 1024;
const ok = "HTTP/1.1 200 OK\r\n";
const json = "Content-Type: application/json\r\n";
const chunked = `${ok}${json}Transfer-Encoding: chunked\r\n\r\n`;
const chunk = `10000\r\n${"x".repeat(0x10000)}\r\n`;
const long = "a".repeat(1000);
const gzip = "Content-Encoding: gzip\r\n";
const badRequest = { status: "400 Bad Request" };
const bomb = gzipSync(Buffer.alloc(100 * megabyte));
const object = (more: string) =>
  `{"apiVersion":"management.loft.sh/v1","metadata":{"name":"kept"},"spec":{"x":${more}}}`;
const failure = (message: string) =>
  answered(`{"kind":"Status","status":"Failure","code":400,"reason":"Bad","message":"${message}"}`, badRequest);

/** Starts a response and continues it without end. */
const endless =
  (start: string, piece: string): Attack =>
  (socket) => {
    socket.write(start);
    flood(socket, piece);
  };
const dripping =
  (start: string, piece: string): Attack =>
  (socket) => {
    socket.write(start);
    drip(socket, piece);
  };
const always =
  (response: string | Buffer): Attack =>
  (socket) =>
    socket.write(response);

const tooLarge = /failed: the response is too large\. Check vcluster-platform:baseUrl/;
const largeHeaders = /failed: the response headers are too large/;
const notHttp = /failed: the response is not HTTP \((HPE_\w+|HTTPParserError)\)/;
const deep = /InvalidResponse: returned JSON that is nested more than 200 levels deep/;
const foreign = /InvalidResponse: (returned an object without a uid|requested "a", but received "kept")/;
const members = Array.from({ length: 500_000 }, (_, index) => `"${index}":1`).join();

/** Responses that could fill the memory. */
export const fillingAttacks: readonly AttackRow[] = [
  ["an endless chunked body", endless(chunked, chunk), tooLarge],
  ["an endless body of an error", endless(chunked.replace("200 OK", "400 Bad Request"), chunk), tooLarge],
  ["an error of 7 MB", always(failure("no ".repeat(7e6 / 3))), /400 Bad: (no )+.{0,4}… \(\d+ more characters\)/],
  ["endless headers", endless(ok, `X-A: ${long}\r\n`), largeHeaders],
  ["a gzip bomb", always(answered(bomb, { headers: gzip })), tooLarge],
  ["half a million members", always(answered(object(`{${members}}`))), foreign],
  ["two million lists", always(answered(object(`[${"[],".repeat(2e6)}"\\u0061"]`))), foreign],
  ["objects a million levels deep", always(answered(`${'{"a":'.repeat(1e6)}1${"}".repeat(1e6)}`)), deep],
];

/** Responses that fail at once, whatever the operation. */
export const attacks: readonly AttackRow[] = [
  ...fillingAttacks,
  ["a body of a terabyte", endless(`${ok}${json}Content-Length: 1099511627776\r\n\r\n`, chunk), tooLarge],
  ["an endless header", endless(`${ok}X-A: `, long), largeHeaders],
  ["ten thousand headers", always(`${ok}${"a: b\r\n".repeat(10_000)}Content-Length: 2\r\n\r\n{}`), largeHeaders],
  ["endless trailers", endless(`${chunked}0\r\n`, `X-A: ${long}\r\n`), largeHeaders],
  ["NUL in a header", always(`${ok}X-A: a\0b\r\nContent-Length: 2\r\n\r\n{}`), notHttp],
  ["a lone surrogate in an error", always(failure("a\\ud800b")), /400 Bad: a\\ud800b/],
  ["an error cut in a pair", always(failure(`a${"😀".repeat(2000)}`)), /400 Bad: a(😀)+… \(\d+ more characters\)/u],
];

const timeout = /failed: the operation's time ran out\. Try again, with a higher customTimeouts/;
// The time ends between two tries or within one.
const closedOrTimeout = /failed: (the connection was closed without a response|the operation's time ran out)/;
const cutOrTimeout = /failed: (the response was cut off|the operation's time ran out)/;
const upgrade = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n";
const chunks = "2\r\n{}\r\n0\r\n\r\n";

/** Responses that continue, or are tried again, until the operation's timeout. */
export const slowAttacks: readonly AttackRow[] = [
  ["a slow body", dripping(chunked, "1\r\n \r\n"), timeout],
  ["a slow header", dripping(`${ok}X-A: `, "a"), timeout],
  ["an endless status line", endless("HTTP/1.1 200 ", long), timeout],
  ["endless hints", endless("", "HTTP/1.1 103 Early Hints\r\n\r\n"), timeout],
  ["endless requests to continue", endless("", "HTTP/1.1 100 Continue\r\n\r\n"), closedOrTimeout],
  ["another protocol", always(upgrade), closedOrTimeout],
  ["an invalid length", always(`${ok}Content-Length: 1e9\r\n\r\n{}`), cutOrTimeout],
  ["length and chunks", always(`${ok}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}`), cutOrTimeout],
  ["a body cut off", (socket) => socket.end(`${ok}${json}Content-Length: 90\r\n\r\n{`), cutOrTimeout],
];
