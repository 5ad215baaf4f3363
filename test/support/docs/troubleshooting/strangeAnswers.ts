import type { Provocations, Workshop } from "./workshop";

const type = "SpaceTemplate";

/** What comes of reading an object that is answered with this body. */
const reading = ({ readingFrom }: Workshop, body: string | object, headers: Record<string, string> = {}) =>
  readingFrom({ status: 200, headers, body, said: /InvalidAnswer/ });

const spec = (json: string) => `{"metadata":{"name":"dev"},"spec":${json}}`;

/** What comes of an update that meets this answer. */
async function updating(
  { platform, driver, create }: Workshop,
  name: string,
  method: "GET" | "PATCH",
  metadata: object,
) {
  const kept = await create(type, { name, displayName: "a" });
  const body = { ...JSON.parse(JSON.stringify(platform.store.get("spacetemplates", name))) };
  platform.faults.add({
    method,
    name,
    times: 1,
    action: { status: 200, body: { ...body, metadata: { ...body.metadata, ...metadata } } },
  });
  return driver.update(type, kept, { name, displayName: "b" });
}

/** What to say of answers that no platform gives. */
export const strangeAnswers: Provocations = {
  "answered an object whose … is no …": (workshop) =>
    reading(workshop, { metadata: { name: "dev", finalizers: 7 }, spec: {} }),
  "answered an object without a uid": (workshop) => reading(workshop, { metadata: { name: "dev" }, spec: {} }),
  "JSON that is nested more than 200 levels deep": (workshop) => reading(workshop, "[".repeat(1000)),
  "JSON of more than 1000000 values": (workshop) => reading(workshop, `[${"1,".repeat(1_000_001)}1]`),
  "a text that is no valid Unicode": (workshop) => reading(workshop, spec('{"description":"\\ud800"}')),
  "a number that is too large": (workshop) => reading(workshop, spec('{"x":1e999}')),
  "answered with Content-Encoding …, which was not asked for": (workshop) =>
    reading(workshop, "packed", { "content-encoding": "gzip" }),
  "a list whose continue token is no text": async ({ platform, driver }) => {
    const body = { metadata: { continue: 7 }, items: [] };
    platform.faults.add({ verb: "list", kind: type, times: 1, action: { status: 200, body } });
    return driver.invoke("listSpaceTemplates", {});
  },
  "does not tell its resourceVersion": (workshop) => updating(workshop, "versionless", "GET", { resourceVersion: "" }),
  "Cannot tell whether … was updated: the platform answered another object": (workshop) =>
    updating(workshop, "mixed-up", "PATCH", { uid: "another" }),
};
