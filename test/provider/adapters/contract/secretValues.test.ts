import { onBothAdapters } from "../../../support/adapterUnderTest";
import { canariesIn, canary } from "../../../support/canaries";
import { failureOf, isPlugin, refreshed } from "../../../support/contract";
import type { PluginDriver, Wire } from "../../../support/pluginDriver";
import { statusBody } from "../../../support/statusBody";

const base64 = (text: string) => Buffer.from(text).toString("base64");

// They have nothing in common with canaries, which fragments of others mask.
const bytes = "nightingale-bytes";
const theirs = "skylark-of-others";

/** The values of a secret as texts: short, of several lines, longer than a line, and of bytes. */
const textsOf = (version: number) => ({
  token: canary("token", version),
  key: `-----BEGIN KEY-----\n${canary("line", version)}\n${canary("next", version)}\n-----END KEY-----\n`,
  config: JSON.stringify({ auths: { registry: { auth: canary("auth", version).repeat(5) } } }),
  keystore: `${bytes}-${version}`,
});

/** The values as inputs. */
const valuesOf = (version: number) => {
  const { keystore, ...data } = textsOf(version);
  return { data, binaryData: { keystore: base64(keystore) } };
};

/** The values as a platform stores them. */
const storedOf = (version: number) =>
  Object.fromEntries(Object.entries(textsOf(version)).map(([key, text]) => [key, base64(text)]));

/** What a server may quote: the body of a request, and each value alone. */
const quotesOf = (version: number): string[] => {
  const body = JSON.stringify({ spec: { data: storedOf(version) } });
  return [body, base64(body), ...Object.values(textsOf(version)), ...Object.values(storedOf(version))];
};

const kinds: [type: string, place: Wire, path: string][] = [
  ["ProjectSecret", { project: "web" }, "namespaces/p-web/projectsecrets"],
  ["SharedSecret", { namespace: "vcluster-platform" }, "namespaces/vcluster-platform/sharedsecrets"],
];

const failures = kinds.flatMap(([type, place, path]) =>
  [422, 500].map((status) => [type, status, { place, path }] as const),
);

onBothAdapters(
  (adapter) => {
    const printed = () => {
      if (!isPlugin(adapter.driver)) return "";
      const { plugin } = adapter.driver as PluginDriver;
      return plugin.stderr() + plugin.stdout();
    };
    const expectNothingOf = (...words: unknown[]) =>
      expect(canariesIn(JSON.stringify(words) + printed(), [bytes, theirs])).toEqual([]);

    /** Runs a refused operation, once about a field and once as the platform's own failure. */
    const expectRefusals = async (type: string, status: number, quotes: string[], run: () => Promise<unknown>) => {
      for (const words of quotes) {
        const details = { causes: [{ field: "spec.description", message: words }] };
        const body = status === 422 ? statusBody(422, "Invalid", words, details) : statusBody(500, undefined, words);
        const headers = { warning: `299 - ${JSON.stringify(words)}` };
        for (const method of ["POST", "PATCH"] as const)
          adapter.platform.faults.add({ method, kind: type, times: 2, action: { status, body, headers } });
        const message = await failureOf(run());
        adapter.platform.faults.clear();
        expect(message).toContain(status === 422 ? 'the platform refuses property "description"' : "failed: 500");
        expectNothingOf(message);
      }
    };

    test.each(failures)("a failed create of a %s shows no value: %i", async (type, status, { place }) => {
      const inputs = { name: "refused", ...place, ...valuesOf(1) };
      await expectRefusals(type, status, quotesOf(1), () => adapter.create(type, inputs));
    });

    test.each(failures)(
      "a failed update of a %s shows no value, ours or theirs, old or new: %i",
      async (type, status, { place, path }) => {
        const kept = await adapter.create(type, { name: `kept-${status}`, ...place, ...valuesOf(1) });
        await adapter.merge(`${path}/kept-${status}`, { spec: { data: { theirs: base64(theirs) } } });
        const read = await refreshed(adapter, type, kept);
        const quotes = [...quotesOf(2), ...Object.values(textsOf(1)), theirs, base64(theirs)];
        const update = () => adapter.driver.update(type, read, { ...read.inputs, ...valuesOf(2) });
        await expectRefusals(type, status, quotes, update);
      },
    );

    test.each(kinds)("a %s is sent in base64 where the platform does not say who asks", async (type, place, path) => {
      const [plural = ""] = path.split("/").slice(-1);
      const action = { status: 403, body: statusBody(403, "Forbidden", "no") };
      adapter.platform.faults.add({ method: "POST", kind: "selves", times: 99, action });
      const driver = await adapter.configured({});
      const { inputs } = await driver.check(type, { name: "unasked", ...place, ...valuesOf(1) });
      const kept = await driver.create(type, inputs);
      const stored = () => adapter.platform.store.list(plural).find(({ metadata }) => metadata.name === "unasked");
      expect(stored()?.spec).toMatchObject({ data: storedOf(1) });
      const read = await refreshed({ ...adapter, driver }, type, kept);
      await driver.update(type, read, { ...read.inputs, ...valuesOf(2) });
      await driver.close();
      expect(stored()?.spec).toMatchObject({ data: storedOf(2) });
      // Only the namespace of a project is asked for.
      expect(adapter.sent().includes("POST 403")).toBe(place.project !== undefined);
    });
  },
  [{ api: 4 }],
);
