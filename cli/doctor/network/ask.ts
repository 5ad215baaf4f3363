import http from "node:http";
import type { ClientOptions } from "../../../provider/api/call";
import { DialError, dial } from "./dial";

/** What a GET was answered, and how the platform's clock differs from ours. */
export interface HttpAnswer {
  readonly status: number;
  readonly text: string;
  readonly location: string | undefined;
  /** Epoch milliseconds by the platform's clock; NaN where it does not tell. */
  readonly date: number;
  /** Epoch milliseconds by this machine's clock, when the answer came. */
  readonly received: number;
}

/** What bounds a question. */
export interface Bounds {
  readonly timeoutMs: number;
  now(): number;
}

const longestAnswer = 16 * 1024 * 1024;

/** A GET of a path below the base URL that is about no object, such as the list of what is served. */
export async function ask(options: ClientOptions, path: string, { timeoutMs, now }: Bounds): Promise<HttpAnswer> {
  const socket = await dial(options, timeoutMs);
  const url = new URL(`${options.baseUrl}${path}`);
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => {
      socket.destroy();
      reject(error instanceof DialError ? error : DialError.of(error));
    };
    const timer = setTimeout(() => fail({ code: "UND_ERR_HEADERS_TIMEOUT" }), timeoutMs);
    const headers = {
      host: url.host,
      accept: "application/json",
      authorization: `Bearer ${options.accessKey}`,
      "user-agent": options.userAgent,
      connection: "close",
    };
    const request = http.request({ path: url.pathname, headers, createConnection: () => socket });
    socket.on("error", fail);
    request.on("error", fail);
    request.once("response", (response) => {
      isAnswered = true;
      const chunks: Buffer[] = [];
      let length = 0;
      const received = now();
      response.on("data", (chunk: Buffer) => {
        length += chunk.length;
        if (length > longestAnswer) fail(new DialError("tooLarge"));
        else chunks.push(chunk);
      });
      response.on("error", fail);
      response.once("end", () => {
        clearTimeout(timer);
        const { location, date = "" } = response.headers;
        const text = Buffer.concat(chunks).toString("utf8");
        resolve({ status: response.statusCode ?? 0, text, location, date: Date.parse(date), received });
      });
    });
    let isAnswered = false;
    // A switch of protocols, for one, destroys the socket without an error.
    request.once("close", () => {
      clearTimeout(timer);
      if (!isAnswered) fail({ code: "UND_ERR_SOCKET" });
    });
    request.end();
  });
}
