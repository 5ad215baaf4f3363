import { onBothAdapters } from "../../../support/adapterUnderTest";
import { expectDiff, failureOf, isPlugin, refreshed, unfinishedOf } from "../../../support/contract";
import { type Kept, secretMark, type Wire, withoutMarks } from "../../../support/pluginDriver";
import { withMutator, withSpec } from "../../../support/startMutator";

const type = "SpaceTemplate";
const canary = "Ch4rtPassw0rd-canary";
const chart = { name: "ingress", repoURL: "https://charts.example.test", version: "1" };
const inputsOf = (name: string, more: Wire = { password: canary }, version = "1"): Wire => {
  const template = { charts: [{ ...chart, version, ...more }], metadata: { labels: { plain: "shown" } } };
  return { name, template, versions: [{ version: "v1", template }] };
};
const textOf = (kept: unknown) => JSON.stringify(kept, (_, value) => (value?.[secretMark] ? "hidden" : value));

onBothAdapters((adapter) => {
  const { merge } = adapter;
  const specOf = (name: string): Wire => adapter.stored("spacetemplates", name).spec;
  const chartOf = (spec: Wire) => (spec.template as { charts: Wire[] }).charts[0];
  /** The plugin marks secrets; dynamic resources leave that to the SDK, except in Check. */
  const expectHidden = (kept: Pick<Kept, "inputs" | "state">) => {
    expect(JSON.stringify(withoutMarks(kept))).toContain(canary);
    if (isPlugin(adapter.driver)) expect(textOf([kept.inputs, kept.state])).not.toContain(canary);
  };

  test("the password of a chart is secret in inputs and state of every operation, and the rest is not", async () => {
    const { inputs } = await adapter.driver.check(type, inputsOf("marked"));
    expect(textOf(inputs)).not.toContain(canary);
    const kept = await adapter.create(type, inputsOf("marked"));
    expect(adapter.platform.requests.findLast(({ method }) => method === "POST")?.body).toContain(canary);
    const read = await refreshed(adapter, type, kept);
    expect(read.inputs).toEqual(kept.inputs);
    const { inputs: changed } = await adapter.driver.check(type, inputsOf("marked", { password: `${canary}-2` }));
    const updated = await adapter.driver.update(type, read, changed);
    expect(chartOf(specOf("marked"))).toEqual({ ...chart, password: `${canary}-2` });
    for (const each of [kept, read, updated]) expectHidden(each);
    if (isPlugin(adapter.driver)) expect(textOf(updated.state)).toContain('"repoURL":"https://charts.example.test"');
  });

  test("a template without a password is not secret", async () => {
    const { inputs } = await adapter.driver.check(type, inputsOf("open", {}));
    expect(inputs).toMatchObject(inputsOf("open", {}));
  });

  test("a changed password is drift that nothing shows", async () => {
    const kept = await adapter.create(type, inputsOf("drifted"));
    const template = { charts: [{ ...chart, password: `${canary}-theirs` }] };
    await merge("spacetemplates/drifted", { spec: { template } });
    const read = await refreshed(adapter, type, kept);
    expectHidden(read);
    await expectDiff(adapter.driver, type, read, inputsOf("drifted"), ["template.charts[0].password: update"]);
  });

  test("a conflict about a list of charts shows no password", async () => {
    const kept = await adapter.create(type, inputsOf("conflict"));
    await merge("spacetemplates/conflict", {
      spec: { template: { charts: [{ ...chart, version: "3", password: canary }] } },
    });
    const message = await failureOf(adapter.driver.update(type, kept, inputsOf("conflict", { password: canary }, "2")));
    expect(message).toContain("template.charts was changed");
    expect(message).not.toContain(canary);
  });

  test("the state of a create whose answer is lost hides the password", async () => {
    adapter.platform.faults.add({ method: "POST", kind: type, times: 1, action: "reset-after" });
    adapter.platform.faults.add({ method: "GET", kind: type, times: 9, action: { status: 403, body: canary } });
    const left = await unfinishedOf(adapter.create(type, inputsOf("unfinished")));
    expectHidden({ inputs: {}, state: left.state });
    expect(left.reasons.join()).not.toContain(canary);
  });

  test("a changed entry of a list is written as declared, with a password that only the platform has", async () => {
    const kept = await adapter.create(type, inputsOf("changed-entry", {}));
    const theirs = { ...chart, password: canary, future: { a: [1] } };
    await merge("spacetemplates/changed-entry", { spec: { template: { charts: [theirs] } } });
    const inputs = { ...inputsOf("changed-entry", {}, "2"), conflictPolicy: "overwrite" };
    await adapter.driver.update(type, kept, inputs);
    expect(chartOf(specOf("changed-entry"))).toEqual({ ...chart, version: "2", password: canary });
  });

  test("a member that others added to an entry is no drift, and stays while the program changes another entry", async () => {
    const name = "unchanged-entry";
    const inputs = (...charts: Wire[]) => ({ name, template: { charts } });
    const kept = await adapter.create(type, inputs(chart, { name: "other" }));
    const theirs = { ...chart, future: { a: [1] } };
    await merge(`spacetemplates/${name}`, { spec: { template: { charts: [theirs, { name: "other" }] } } });
    const read = await refreshed(adapter, type, kept);
    expect(withoutMarks(read.inputs)).toEqual(withoutMarks(kept.inputs));
    expect(JSON.stringify(read.state)).not.toContain("future");
    await adapter.driver.update(type, { ...kept, ...read }, inputs({ name: "first" }, chart));
    expect(specOf(name).template).toEqual({ charts: [{ name: "first" }, theirs] });
  });

  describe("a password in a version that only the platform has", () => {
    const version = (number: string, ...charts: Wire[]) => ({ version: number, template: { charts } });
    const ours = { ...chart, password: canary };
    const theirs = { ...chart, password: `${canary}-2` };
    const withoutPasswords = (all: Wire[]) =>
      JSON.parse(JSON.stringify(all, (key, value) => (key === "password" ? undefined : value)));

    /** Updates a template after a refresh; the versions stored afterwards. */
    async function changed(name: string, live: Wire[], versions: Wire[]): Promise<unknown> {
      const kept = await adapter.create(type, { name, versions: withoutPasswords(live) });
      await merge(`spacetemplates/${name}`, { spec: { versions: live } });
      await adapter.driver.update(type, await refreshed(adapter, type, kept), { name, versions });
      return specOf(name).versions;
    }

    test.each<[what: string, live: Wire[], after: Wire[], stored: Wire[]]>([
      ["a new number", [version("1", ours)], [version("2", chart)], [version("2", ours)]],
      [
        "a new number and a changed chart",
        [version("1", ours)],
        [version("2", { ...chart, version: "5" })],
        [version("2", { ...ours, version: "5" })],
      ],
      [
        "a new number at another place",
        [version("1", ours), version("8", { name: "other" })],
        [version("8", { name: "other" }), version("2", chart)],
        [version("8", { name: "other" }), version("2", ours)],
      ],
      [
        "a move into another version",
        [version("1", { name: "other" }, ours), version("2", { name: "other" })],
        [version("1", { name: "other" }), version("2", chart)],
        [version("1", { name: "other" }), version("2", ours)],
      ],
      [
        "two new numbers with one password",
        [version("1", ours), version("2", ours)],
        [version("3", chart), version("4", chart)],
        [version("3", ours), version("4", ours)],
      ],
      [
        "a new number beside another password",
        [version("1", ours), version("2", theirs)],
        [version("3", chart), version("2", chart)],
        [version("3", ours), version("2", theirs)],
      ],
    ])("stays with its chart: %s", async (what, live, after, stored) => {
      expect(await changed(what.replaceAll(" ", "-"), live, after)).toEqual(stored);
    });

    test.each<[what: string, live: Wire[], after: Wire[]]>([
      ["its version is gone", [version("1", ours), version("2", chart)], [version("2", chart)]],
      ["its chart is gone", [version("1", ours)], [version("2", { name: "other" })]],
      ["another repository", [version("1", ours)], [version("2", { ...chart, repoURL: "https://b.test" })]],
    ])("goes with its chart: %s", async (what, live, after) => {
      expect(await changed(what.replaceAll(" ", "-"), live, after)).toEqual(after);
    });

    test.each<[what: string, live: Wire[], after: Wire[], path: string]>([
      [
        "versions with different passwords become one",
        [version("1", ours), version("2", theirs)],
        [version("8", { name: "other" }), version("3", chart)],
        "versions[1].template.charts[0].password",
      ],
      [
        "one of two equal names goes",
        [version("1", ours, { ...chart, version: "2" })],
        [version("1", { ...chart, version: "3" })],
        "versions[0].template.charts[0].password",
      ],
    ])("is not dropped where its chart is unclear: %s", async (what, live, after, path) => {
      const name = what.replaceAll(" ", "-");
      const message = await failureOf(changed(name, live, after));
      expect(message).toContain(`the write would remove ${path}, which the program does not declare`);
      expect(message).toContain("Declare it in the program.");
      expect(message).not.toContain(canary);
      expect(specOf(name).versions).toEqual(live);
    });

    test("goes when the program drops it with a new number", async () => {
      const kept = await adapter.create(type, { name: "own-dropped", versions: [version("1", ours)] });
      await adapter.driver.update(type, kept, { name: "own-dropped", versions: [version("2", chart)] });
      expect(specOf("own-dropped").versions).toEqual([version("2", chart)]);
    });
  });

  test("an entry of a list in extraSpec is the program's as a whole", async () => {
    const extraSpec = (size: number) => ({ extraSpec: { futureList: [{ size }], template: { future: [{ size }] } } });
    const kept = await adapter.create(type, { name: "extra-list", ...extraSpec(1) });
    await adapter.driver.update(type, kept, { name: "extra-list", ...extraSpec(2) });
    expect(specOf("extra-list")).toEqual({ futureList: [{ size: 2 }], template: { future: [{ size: 2 }] } });
  });
});

onBothAdapters((adapter) => {
  const at = withMutator(adapter);

  describe("a masked password that another client set", () => {
    const masked = { template: { charts: [{ ...chart, password: canary }, { name: "other" }] } };
    const started = async (name: string) => {
      at.mutator.change = ({ body }) => JSON.parse(JSON.stringify(body).replaceAll(canary, "***"));
      const kept = await at.driver.create(type, inputsOf(name, {}));
      await adapter.merge(`spacetemplates/${name}`, { spec: masked });
      return { ...(await refreshed({ ...adapter, driver: at.driver }, type, kept)), id: name };
    };
    const many = Array.from({ length: 10_000 }, (_, index) => ({ name: `chart-${index}` }));
    const charts = (...all: Wire[]) => ({ charts: all, metadata: { labels: { plain: "shown" } } });
    const storedCharts = (name: string) =>
      (adapter.stored("spacetemplates", name).spec.template as { charts: Wire[] }).charts;

    test("stays when the program changes its chart or appends one", async () => {
      const kept = await started("foreign-stays");
      const template = charts({ ...chart, version: "2" }, { name: "other" }, { name: "new" });
      await at.driver.update(type, kept, { ...kept.inputs, template });
      expect(storedCharts("foreign-stays")).toEqual([
        { ...chart, version: "2", password: canary },
        { name: "other" },
        { name: "new" },
      ]);
    });

    test("is an error that writes nothing if its version gets a new number", async () => {
      at.mutator.change = ({ body }) => JSON.parse(JSON.stringify(body).replaceAll(canary, "***"));
      const versions = (version: string, more: Wire) => [{ version, template: { charts: [{ ...chart, ...more }] } }];
      const kept = await at.driver.create(type, { name: "foreign-version", versions: versions("1", {}) });
      const stored = versions("1", { password: canary });
      await adapter.merge("spacetemplates/foreign-version", { spec: { versions: stored } });
      const read = { ...(await refreshed({ ...adapter, driver: at.driver }, type, kept)), id: "foreign-version" };
      const update = at.driver.update(type, read, { ...read.inputs, versions: versions("2", {}) });
      await expect(update).rejects.toThrow("the write would remove versions[0].template.charts[0].password, which");
      expect(adapter.stored("spacetemplates", "foreign-version").spec.versions).toEqual(stored);
    });

    test.each([
      ["another chart is put before it", "before", charts({ name: "new" }, chart, { name: "other" }), 1],
      ["the list has too many changes for a patch", "many", charts({ ...chart, version: "2" }, ...many), 0],
    ])("is an error that writes nothing if %s", async (_, what, template, index) => {
      const name = `foreign-${what}`;
      const kept = await started(name);
      const before = storedCharts(name);
      const update = at.driver.update(type, kept, { ...kept.inputs, template });
      await expect(update).rejects.toThrow(`the write would remove template.charts[${index}].password, which`);
      expect(storedCharts(name)).toEqual(before);
    });
  });

  test("an object of the program stays for a masked member that another client set", async () => {
    at.mutator.change = ({ body }) => JSON.parse(JSON.stringify(body).replaceAll(canary, "***"));
    const inputs = { name: "foreign-nonce", user: "ci", ttl: 60 };
    const kept = await at.driver.create("OwnedAccessKey", { ...inputs, oidcProvider: { clientId: "c" } });
    await adapter.merge("ownedaccesskeys/foreign-nonce", { spec: { oidcProvider: { nonce: canary } } });
    await at.driver.update("OwnedAccessKey", kept, inputs);
    expect(adapter.stored("ownedaccesskeys", "foreign-nonce").spec.oidcProvider).toEqual({ nonce: canary });
  });

  test("a password that the platform masks is no drift, and stays in its own entry", async () => {
    const other = { name: "other", repoURL: "https://other.example.test" };
    const charts = [{ ...chart, password: canary }, other];
    const masked = [
      { ...chart, password: "***" },
      { ...other, password: "" },
    ];
    at.mutator.change = ({ status, body }) => {
      const isShown = status < 300 && (body as { spec?: object }).spec;
      return isShown ? withSpec(body, { template: { charts: masked } }) : body;
    };
    const { driver } = at;
    const { inputs } = await driver.check(type, { name: "masked", template: { charts } });
    const created = await driver.create(type, inputs);
    const read = await refreshed({ ...adapter, driver }, type, created);
    expect(withoutMarks(read.inputs)).toEqual(withoutMarks(created.inputs));
    await driver.update(type, read, { ...(withoutMarks(read.inputs) as Wire), displayName: "b" });
    const { spec } = adapter.stored("spacetemplates", "masked");
    expect(spec).toMatchObject({ displayName: "b", template: { charts } });
    expect((spec.template as { charts: Wire[] }).charts[1]).not.toHaveProperty("password", canary);
  });
});
