import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { catalog } from "../../../provider/messages/catalog";
import { type Message, message, messages } from "../../../provider/messages/message";
import { root } from "../../support/environment";

const listed = readdirSync(path.join(root, "provider"), { recursive: true, encoding: "utf8" });
const files = listed.filter((file) => file.endsWith(".ts")).map((file) => path.join("provider", file));
const isOfCatalog = (file: string) => file.startsWith("provider/messages/");
const sources = files.filter((file) => !isOfCatalog(file)).map((file) => readFileSync(path.join(root, file), "utf8"));

/** Every message with its id and the name of the object that has it. */
const entries = files
  .filter((file) => isOfCatalog(file) && !/(catalog|message)\.ts$/.test(file))
  .flatMap((file) => Object.entries(require(path.join(root, file)) as Record<string, unknown>))
  .filter(([name]) => name.endsWith("Messages"))
  .flatMap(([name, all]) => Object.entries(all as Record<string, Message>).map(([id, each]) => ({ name, id, each })));

test("the provider uses each message", () => {
  const isUsed = ({ name, id }: (typeof entries)[number]) =>
    sources.some((text) => text.includes(`"${id}"`) || (text.includes(name) && new RegExp(`\\b${id}\\b`).test(text)));
  // The ids of some are statuses of answers.
  const dead = entries.filter((entry) => !/^\d+$/.test(entry.id) && !isUsed(entry));
  expect(dead.map(({ name, id }) => `${name}.${id}`)).toEqual([]);
});

test("the catalog has each message, with a cause", () => {
  const all = new Set(catalog.flatMap((section) => Object.values(section.messages)));
  expect(entries.filter(({ each }) => !all.has(each) || !/^[A-Z`[].*\.$/.test(each.cause)).map(({ id }) => id)).toEqual(
    [],
  );
  expect(all.size).toBe(entries.length);
});

test("a message has its values as they are, and ends with the remedy", () => {
  const { odd, plain } = messages({
    odd: { text: "{label} is at {where}.", cause: "It moved.", remedy: "Look at {where}." },
    plain: { text: "It is gone.", cause: "It moved." },
  });
  expect(message(odd, { label: "{where} $&", where: 7 })).toBe("{where} $& is at 7. Look at 7.");
  expect(message(plain)).toBe("It is gone.");
  // @ts-expect-error: a value is missing.
  expect(message(odd, { label: "X" })).toContain("undefined");
});
