import { lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { postKey } from "./conformance/row";
import { create, keptPlatform, names } from "./keptPlatform";
import { send } from "./request";
import { withPlatform } from "./withPlatform";

const { path, dataFile, kept, starting } = keptPlatform();

const damages: [string, (line: string) => string | Buffer][] = [
  ["half of it is missing", (line) => line.slice(0, line.length / 2)],
  ["it is empty", () => ""],
  [
    "it is no UTF-8",
    (line) =>
      Buffer.concat(
        line.split(/(?<="uid":")/).flatMap((part, at) => [Buffer.from(at === 0 ? [] : [0xff]), Buffer.from(part)]),
      ),
  ],
  ["its kind is unknown", (line) => line.replace("spacetemplates", "pods")],
  ["it has no resourceVersion", (line) => line.replace(/"resourceVersion":"\d+",/, "")],
  ["it has no uid", (line) => line.replace('"uid":', '"uyd":')],
];

test.each(damages)(
  "a line before the end is an error that names it, and the file is left as it is: %s",
  async (_, damage) => {
    await kept(async (platform) => {
      await create(platform, "a");
      await create(platform, "b");
    });
    const lines = readFileSync(dataFile(), "utf8").split("\n");
    const at = lines.findIndex((line) => line.includes('"name":"a"'));
    const bytes = lines
      .map((line, index) => Buffer.from(index === at ? damage(line) : line))
      .flatMap((line) => [line, Buffer.from("\n")]);
    const damaged = Buffer.concat(bytes.slice(0, -1));
    writeFileSync(dataFile(), damaged);
    await expect(starting()).rejects.toThrow(`line ${at + 1} of the data file ${dataFile()} is damaged`);
    expect(readFileSync(dataFile())).toEqual(damaged);
  },
);

const wrongObjects: [string, string, string, string][] = [
  [
    "a reference to an owner that is a text",
    '"name":"a"',
    '"name":"a","ownerReferences":"x"',
    "ObjectMeta.ownerReferences",
  ],
  ["labels that are a list", '"name":"a"', '"name":"a","labels":[]', "ObjectMeta.labels of type map[string]string"],
  ["finalizers that are a text", '"name":"a"', '"name":"a","finalizers":"x"', "ObjectMeta.finalizers of type []string"],
  [
    "a time that is none",
    /"creationTimestamp":"[^"]*"/.source,
    '"creationTimestamp":"yesterday"',
    'parsing time "yesterday"',
  ],
  ["no creation time", /"creationTimestamp":"[^"]*",/.source, "", "metadata.creationTimestamp: Required value"],
  ["no generation", '"generation":1,', "", "metadata.generation: Required value"],
  [
    "a namespace that its kind does not have",
    '"name":"a"',
    '"name":"a","namespace":"b"',
    "metadata.namespace: Forbidden",
  ],
  ["a name that is none", '"name":"a"', '"name":"Bad Name"', 'metadata.name: Invalid value: "Bad Name"'],
  ["the kind of another place", '"kind":"OwnedAccessKey"', '"kind":"Project"', "its kind is not OwnedAccessKey"],
  ["another apiVersion", '"apiVersion":"management.loft.sh/v1",', "", "its apiVersion is not management.loft.sh/v1"],
  ["rules that are a text", '"spec":{', '"spec":{"rules":"abc",', "spec.rules in body must be of type array"],
  [
    "a scope of a text",
    '"spec":{',
    '"spec":{"scope":{"projects":"x"},',
    "spec.scope.projects in body must be of type array",
  ],
  ["a key that is no text", /"key":"[^"]*"/.source, '"key":{"a":"b"}', "spec.key in body must be of type string"],
  ["a ttl that is no number", '"spec":{', '"spec":{"ttl":"x",', "spec.ttl in body must be of type integer"],
];

test.each(wrongObjects)(
  "an object that no write could have stored is an error that says what is wrong: %s",
  async (_, part, other, why) => {
    await kept(async (platform) => void (await send(platform, postKey("a", { key: "k" }))));
    const lines = readFileSync(dataFile(), "utf8").split("\n");
    const at = lines.findIndex((line) => line.includes('"name":"a"'));
    const wrong = lines.map((line, index) => (index === at ? line.replace(new RegExp(part), other) : line)).join("\n");
    expect(wrong).not.toBe(lines.join("\n"));
    writeFileSync(dataFile(), wrong);
    const starts = starting();
    await expect(starts).rejects.toThrow(
      `line ${at + 1} of the data file ${dataFile()} holds an object that cannot be stored`,
    );
    await expect(starts).rejects.toThrow(why);
    expect(readFileSync(dataFile(), "utf8")).toBe(wrong);
  },
);

test("a link to nothing is refused and stays a link", async () => {
  symlinkSync(path("nothing"), path("dangling"));
  await expect(starting({ dataFile: path("dangling") })).rejects.toThrow(
    /it is a link to nothing\. Make an empty file/,
  );
  expect(lstatSync(path("dangling")).isSymbolicLink()).toBe(true);
});

test.each(["hello\n", "[1]", '{"format":"another"}\n', '{"apiVersion":"v1"}'])(
  "a file of another program is refused and left as it is: %p",
  async (text) => {
    writeFileSync(dataFile(), text);
    await expect(starting()).rejects.toThrow(`${dataFile()} is no data file of pulumi-platform serve`);
    expect(readFileSync(dataFile(), "utf8")).toBe(text);
  },
);

test("a file of another vendor is refused with the option that opens it", async () => {
  await starting({ vendor: "example.org" });
  await expect(starting()).rejects.toThrow(
    /holds objects of management\.example\.org.*Start with --vendor example\.org\./,
  );
});

const places: [string, () => string, RegExp][] = [
  [
    "in a folder that does not exist",
    () => path("none/data"),
    /data file .*none\/data: its folder does not exist \(ENOENT\)\. Make the folder/,
  ],
  ["that leads through a file", () => path("file/data"), /its path leads through a file \(ENOTDIR\)/],
  ["that is a folder", () => path("folder"), /folder: it is no regular file\. Name another one/],
  ["that is a device", () => "/dev/null", /\/dev\/null: it is no regular file/],
  ["in a place where no file can be made", () => "/proc/data", /cannot write the data file \/proc\/data: /],
];

test.each(places)("a path %s is an error that says what to do", async (_, place, message) => {
  writeFileSync(path("file"), "");
  mkdirSync(path("folder"));
  await expect(starting({ dataFile: place() })).rejects.toThrow(message);
});

test("a file belongs to one platform at a time, by whatever path it is reached", async () => {
  symlinkSync(dataFile(), path("link"));
  await kept(async (platform) => {
    await create(platform, "a");
    await expect(starting()).rejects.toThrow(
      /is in use by another running platform\. Stop that one, or name another file/,
    );
    await expect(starting({ dataFile: path("link") })).rejects.toThrow(/is in use by another running platform/);
    await create(platform, "b");
  });
  await kept(async (platform) => expect(names(platform)).toEqual(["a", "b"]), { dataFile: path("link") });
});

test("a start that fails later gives the file back", async () => {
  await kept(async (platform) => {
    const port = Number(new URL(platform.baseUrl).port);
    await expect(withPlatform({ dataFile: path("other"), port }, async () => {})).rejects.toThrow();
  });
  await withPlatform({ dataFile: path("other") }, async () => {});
});
