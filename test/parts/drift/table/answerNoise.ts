import { firstRead, reads } from "./answers";
import type { Noise } from "./driftRow";

const declares = { displayName: "Ours", description: "", labels: { ours: "a" }, access: [{ users: ["*"] }] };
const reversed = (object: object) => Object.fromEntries(Object.entries(object).reverse());

/** Noise in how a server answers a read. */
export const answerNoise: readonly Noise[] = [
  {
    id: "answer-warning",
    what: "a Warning header",
    declares,
    noise: reads((live) => live, { warning: '299 - "management.loft.sh/v1 SpaceTemplate is deprecated"' }),
  },
  {
    id: "answer-order",
    what: "an answer whose members come in another order",
    declares,
    noise: reads((live) => reversed({ ...live, metadata: reversed(live.metadata), spec: reversed(live.spec) })),
  },
  {
    id: "answer-nulls",
    what: "null where there is nothing",
    declares,
    noise: reads(({ metadata, spec, ...rest }) => ({
      ...rest,
      metadata: { ...metadata, finalizers: null, ownerReferences: null, namespace: null },
      spec: { ...spec, description: null, template: null },
      status: null,
    })),
  },
  {
    id: "answer-unknown-members",
    what: "unknown members beside the spec, and a link to the object itself",
    declares,
    noise: reads(({ metadata, ...rest }) => ({ ...rest, metadata: { ...metadata, selfLink: "/x" }, data: { x: 1 } })),
  },
  {
    id: "answer-no-status",
    what: "an answer without a status and without managedFields",
    declares,
    noise: reads(({ status: _s, metadata: { managedFields: _m, ...metadata }, ...rest }) => ({ ...rest, metadata })),
  },
  { id: "answer-503", what: "a 503 before the answer", declares, noise: firstRead({ status: 503 }) },
  {
    id: "answer-429",
    what: "a 429 before the answer",
    declares,
    noise: firstRead({ status: 429, retryAfter: 0 }),
  },
  {
    id: "answer-reset",
    what: "a connection that breaks before the answer",
    declares,
    noise: firstRead("reset-before"),
  },
  { id: "answer-truncated", what: "an answer that breaks off", declares, noise: firstRead("truncate") },
];
