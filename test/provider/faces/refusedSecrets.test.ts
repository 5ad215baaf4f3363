import { onBothFaces } from "../../support/faceUnderTest";
import { secretOnWire, type Wire } from "../../support/pluginDriver";

const canary = "Sup3rS3cretPassw0rd";
const escaped = [...canary].map((char) => `\\x${char.charCodeAt(0).toString(16)}`).join("");
const manifest = (rest: string) =>
  `apiVersion: v1\nkind: Secret\nmetadata: {name: of-a-long-manifest}\nstringData:\n  ${rest}`;
const template = (objects: unknown) => ({ template: secretOnWire({ objects }) });

/** Inputs that are refused, and the words that a refusal still has. */
const refused: [what: string, type: string, inputs: Wire, words: string][] = [
  ["a tag", "SpaceTemplate", template(manifest(`password: !${canary}`)), "document 1, line 5: unknown scalar tag"],
  ["an encoded tag", "SpaceTemplate", template(manifest(`a: !${encoded(canary)} b`)), "document 1, line 5: "],
  [
    "a long encoded tag",
    "SpaceTemplate",
    template(manifest(`a: !${encoded(canary.repeat(9))} b`)),
    "document 1, line 5: ",
  ],
  ["a tag of wrong form", "SpaceTemplate", template(manifest(`a: !<${canary}\\> b`)), "document 1, line 5: "],
  ["a tag with a prefix", "SpaceTemplate", template(`%TAG !a! ${canary}\n---\na: !a!b c`), "document 1, line 3: "],
  ["an alias", "SpaceTemplate", template(manifest(`password: *${canary}`)), "unidentified alias"],
  ["a key", "SpaceTemplate", template(manifest(`${canary}: .inf`)), "document 1 at [secret] is no number"],
  ["an encoded key", "SpaceTemplate", template(manifest(`"${escaped}": .inf`)), "document 1 at [secret] is no number"],
  ["a key of an object", "SpaceTemplate", template([{ [canary]: "a" }]), "has no apiVersion and no kind"],
  [
    "a member",
    "SpaceTemplate",
    { access: secretOnWire([{ [canary]: 1 }]) },
    '"access[0]["[secret]"]" is not a property',
  ],
  ["a label", "SpaceTemplate", { labels: secretOnWire({ [`${canary}!`]: "x" }) }, "labels"],
  ["a label's value", "SpaceTemplate", { labels: secretOnWire({ a: `${canary}!` }) }, "labels"],
  ["a member of a secret field", "OwnedAccessKey", { oidcLogin: { [canary]: 1 } }, "oidcLogin"],
  ["a type in a secret field", "OwnedAccessKey", { oidcLogin: { idToken: [canary] } }, "oidcLogin.idToken"],
  ["a field of another type", "OwnedAccessKey", { key: { [canary]: canary } }, "key"],
  [
    "a name beside one that the schema has",
    "OwnedAccessKey",
    { oidcLogin: { idToken: "x", [canary]: 1 } },
    "Known here: idToken,",
  ],
  [
    "a word of ours",
    "OwnedAccessKey",
    { key: "string", displayName: 1, description: canary.length },
    '"displayName" must be a string',
  ],
];

function encoded(text: string): string {
  return [...text].map((char) => `%${char.charCodeAt(0).toString(16)}`).join("");
}

onBothFaces(
  (face) => {
    test.each(refused)("a refusal shows nothing of what is secret: %s", async (_, type, inputs, words) => {
      const { failures } = await face.driver.check(type, { name: "refused", ...inputs });
      const said = failures.join("\n");
      expect(said).toContain(words);
      expect(said).not.toContain(canary.slice(0, 6));
    });

    test("a refusal of what is no secret shows what it is about", async () => {
      const objects = manifest(`password: *${canary}`);
      const { failures } = await face.driver.check("SpaceTemplate", {
        name: "refused",
        displayName: secretOnWire("is another secret"),
        template: { objects },
      });
      expect(failures.join("\n")).toContain(`unidentified alias "${canary}"`);
    });
  },
  [{}],
);
