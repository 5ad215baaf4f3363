import { type Answer, open, type Server } from "../request";
import type { Body, Request } from "./row";

const patienceMs = 10_000;

/** Opens a watch, does something meanwhile, and answers with the first events: `{ events: [...] }`, one JSON text a line. */
export async function watchEvents(
  server: Server,
  request: Request,
  count: number,
  during: () => Promise<void>,
): Promise<Answer> {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), patienceMs);
  try {
    const response = await open(server, request, stop.signal);
    if (response.ok) await during();
    const text = response.ok ? await firstLines(response, count, stop.signal) : await response.text();
    const body = response.ok ? { events: text.split("\n").filter(Boolean).map(parse) } : parse(text);
    return { status: response.status, headers: response.headers, text, body: body as unknown as Body };
  } finally {
    clearTimeout(timer);
    stop.abort();
  }
}

// What came until then is told, so that a missing event shows as such.
async function firstLines(response: Response, count: number, signal: AbortSignal): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  try {
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk as Uint8Array, { stream: true });
      if (text.split("\n").length > count) break;
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return text.slice(0, text.lastIndexOf("\n") + 1);
}

function parse(text: string): unknown {
  return JSON.parse(text);
}
