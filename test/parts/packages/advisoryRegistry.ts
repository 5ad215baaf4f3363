import { randomInt } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";

/** An advisory of a registry about a package. */
export interface Advisory {
  readonly title: string;
  readonly severity: "low" | "moderate" | "high" | "critical";
  readonly versions: string;
}

/** A response of a registry: advisories by package, or a status and any body. */
export type AdvisoryAnswer = Readonly<Record<string, Advisory>> | { readonly status: number; readonly body: string };

/** A registry that answers questions about advisories, and no others. */
export interface AdvisoryRegistry {
  readonly url: string;
  /** The packages and versions of each question that was asked. */
  readonly asked: Record<string, string[]>[];
  answer(answer: AdvisoryAnswer): void;
  close(): Promise<void>;
}

/** Starts one on this machine that knows of nothing. */
export async function startAdvisoryRegistry(): Promise<AdvisoryRegistry> {
  let answer: AdvisoryAnswer = {};
  const asked: Record<string, string[]>[] = [];
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    if (request.url !== "/-/npm/v1/security/advisories/bulk") return response.writeHead(404).end("{}");
    asked.push(JSON.parse((request.headers["content-encoding"] === "gzip" ? gunzipSync(body) : body).toString()));
    if (isRaw(answer)) return response.writeHead(answer.status).end(answer.body);
    const told = Object.entries(answer).map(([name, advisory]) => [name, [advisoryOf(advisory)]]);
    return response
      .writeHead(200, { "content-type": "application/json" })
      .end(JSON.stringify(Object.fromEntries(told)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    answer: (next) => {
      answer = next;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

const isRaw = (answer: AdvisoryAnswer): answer is { status: number; body: string } => "body" in answer;

const advisoryOf = ({ title, severity, versions }: Advisory) => ({
  // npm keeps what it made of an advisory, by its number.
  id: randomInt(2 ** 47),
  url: "https://example.com/advisory",
  title,
  severity,
  vulnerable_versions: versions,
  cwe: [],
  cvss: { score: 5, vectorString: null },
});
