import fc from "fast-check";
import { signature, unknownSentinels } from "../../../../provider/api/input/untrustedJson";
import { onPlugin } from "../../../support/adapterUnderTest";
import { createAsColleague } from "../../../support/http";

const [templates, keys] = ["SpaceTemplate", "OwnedAccessKey"];

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: syntax of Pulumi, not of this file.
const reference = "$${victim.key}";
const harmless = ["${x}", "fn::readFile", "$$", "a\nb\\c", 'one line """', "$$ {x}", "\\u0022"];
const pieces = ["fn::", "FN::", "readFile", "a:b", ":", "$", "$$", "{", "${x}", "x", '"""', "\n", "\\"];
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: as above
const call = { "fn::readFile": "/etc/hostname" };
const quotes = 'a\n"""+evil()+"""\n';

/** Fields in which somebody hides code, with the place that a message names. */
const keysWithCode: Record<string, readonly [spec: object, property: string]> = {
  "a function": [{ identity: { extraClaims: { x: call } } }, 'identity.extraClaims.x["fn::readFile"]'],
  "a function in upper case": [
    { identity: { extraClaims: { x: { "FN::ReadFile": "a" } } } },
    'identity.extraClaims.x["FN::ReadFile"]',
  ],
  "a function of a provider": [
    { identity: { extraClaims: { x: { "fn::aws:s3:getBucket": { a: 1 } } } } },
    'identity.extraClaims.x["fn::aws:s3:getBucket"]',
  ],
  "a function behind other letters": [
    { identity: { extraClaims: { "xfn::aws:getBucket": { a: 1 } } } },
    'identity.extraClaims["xfn::aws:getBucket"]',
  ],
  "a function among other keys": [
    { identity: { extraClaims: { a: 1, "fn::secret": "a" } } },
    'identity.extraClaims["fn::secret"]',
  ],
  "a function in a list": [
    { identity: { extraClaims: { a: [{ b: [1, call] }] } } },
    'identity.extraClaims.a[0].b[1]["fn::readFile"]',
  ],
  "a reference": [{ displayName: `a ${reference}` }, "displayName"],
  "a reference with more dollars": [{ groups: ["a", `$$${reference}`] }, "groups[1]"],
  "a reference in a key": [{ identity: { extraClaims: { [reference]: 1 } } }, 'identity.extraClaims["$${victim.key}"]'],
  "the end of a text of several lines": [{ description: quotes }, "description"],
  "such an end in an escape": [{ description: "a\n\\u0022\\u0022\\uu0022" }, "description"],
  "a backslash at the end": [{ description: "a\nb\\" }, "description"],
  "a marker": [{ description: unknownSentinels[0] }, "description"],
};

const templatesWithCode: Record<string, readonly [object: object, property: string]> = {
  "a label": [
    { metadata: { labels: { a: "b" } }, spec: { template: { metadata: { labels: { [reference]: "" } } } } },
    "",
  ],
  "an annotation": [{ metadata: { annotations: { note: reference } }, spec: {} }, "annotations.note"],
  "the key of a label": [
    { spec: { template: { metadata: { labels: { "fn::a": "x" } } } } },
    'template.metadata.labels["fn::a"]',
  ],
  "a marker as a key": [{ metadata: { annotations: { [signature]: "x" } }, spec: {} }, "annotations["],
  objects: [{ spec: { template: { objects: `kind: A\nnote: ${reference}\n` } } }, "template.objects"],
  "values of a chart": [{ spec: { template: { charts: [{ values: quotes }] } } }, "template.charts[0].values"],
};

onPlugin((adapter) => {
  const create = (kind: string, name: string, { metadata = {}, spec = {} }: { metadata?: object; spec?: object }) =>
    createAsColleague(adapter.platform, `${kind.toLowerCase()}s`, { kind, metadata: { name, ...metadata }, spec });
  const key = (name: string, spec: object) => create(keys, name, { spec: { user: "ci", ...spec } });
  const get = (type: string, id: string) => adapter.driver.read(type, { id, inputs: {}, state: {} });
  const refusal = (type: string, id: string) =>
    adapter.driver.import(type, id).then(
      () => "It was imported",
      (error: Error) => error.message,
    );
  let count = 0;

  test.each(Object.entries(keysWithCode))(
    "a key with %s is not imported, but it can be read",
    async (_, [spec, property]) => {
      const name = `code-${count++}`;
      await key(name, spec);
      const message = await refusal(keys, name);
      expect(message).toContain(`OwnedAccessKey "${name}" cannot be imported: property "${property}" `);
      expect(message).toContain("Change the object, then import it.");
      expect(await get(keys, name)).toMatchObject({ id: name });
    },
  );

  test.each(Object.entries(templatesWithCode))(
    "a template with code in %s is not imported",
    async (_, [object, property]) => {
      const name = `template-${count++}`;
      await create(templates, name, object);
      expect(await refusal(templates, name)).toContain(
        `SpaceTemplate "${name}" cannot be imported: property "${property}`,
      );
    },
  );

  test("a message about a key escapes it", async () => {
    await key("escaped", { identity: { extraClaims: { "\u001b[2J\n::error::fn::a": 1 } } });
    const message = await refusal(keys, "escaped");
    expect(message).toContain("\\u001b[2J\\n");
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the test is about these.
    expect(message).not.toMatch(/[\u0000-\u001f]/);
  });

  test.each(harmless)("a text without code is imported: %j", async (text) => {
    const name = `harmless-${count++}`;
    await key(name, {
      displayName: text,
      groups: [text],
      identity: { extraClaims: { x: { [text.replace("fn::", "")]: text } } },
    });
    expect((await adapter.driver.import(keys, name))?.inputs).toMatchObject({ displayName: text, groups: [text] });
  });

  test("no imported input has a key that a program evaluates, and no reference", async () => {
    const piece = fc.constantFrom(...pieces);
    const text = fc.array(piece, { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join(""));
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 3 },
        text,
        fc.array(tie("tree"), { maxLength: 2 }),
        fc.dictionary(text, tie("tree"), { maxKeys: 2 }),
      ),
    }));
    let taken = 0;
    await fc.assert(
      fc.asyncProperty(fc.dictionary(text, tree, { maxKeys: 2 }), text, async (extraClaims, displayName) => {
        const name = `any-${count++}`;
        await key(name, { displayName, identity: { extraClaims } });
        const inputs = await adapter.driver.import(keys, name).then(
          (read) => read?.inputs,
          () => undefined,
        );
        if (inputs) taken++;
        expect(keysIn(inputs).filter((each) => /fn::/i.test(each))).toEqual([]);
        expect(JSON.stringify(inputs ?? "")).not.toContain("$${");
      }),
      { numRuns: Number(process.env.RUNS ?? 100) },
    );
    expect(taken).toBeGreaterThan(0);
  });
});

const keysIn = (value: unknown): string[] =>
  typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([key, inside]) => [...(Array.isArray(value) ? [] : [key]), ...keysIn(inside)])
    : [];
