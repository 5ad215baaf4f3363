import { npmName } from "../packageNames.js";
import { messages } from "./message.js";

const form = "The value breaks a rule of Kubernetes for this field.";
const lost = "Languages and tools on the way would change or lose the value.";
const dnsName = "lowercase letters, digits, '-' and '.'";
const type = "The value has another type. See the [reference](README.md).";

/** What a check finds wrong with inputs. Most texts follow the name of the property. */
export const inputMessages = messages({
  unknownKey: {
    text: "is not a property. Known here: {known}.",
    cause:
      "A misspelled or unknown property. A field that the platform has and this provider does not know goes into `extraSpec`.",
    remedy: "Correct the spelling or remove it.",
  },
  required: { text: "is required", cause: "The value is missing. See the [reference](README.md)." },
  wrongType: { text: "must be {expected}, not {given}", cause: type },
  noAlternative: { text: "has the wrong type: it is {given}", cause: type },
  notOneOf: { text: "must be one of {values}", cause: "The property has a fixed set of values." },
  badKey: { text: "cannot be a key: it {problem}", cause: form },
  empty: { text: "must not be empty", cause: form },
  tooSmall: { text: "is too small", cause: form },
  tooLarge: { text: "is too large", cause: form },
  notPositive: { text: "must be more than 0", cause: "The number counts seconds." },
  negative: { text: "must not be negative", cause: "The number counts seconds." },
  belowOne: { text: "must be 1 or more", cause: "The number counts objects." },
  tooLong: { text: "must be no more than {most} characters", cause: form },
  tooLongPrefix: { text: "must be no more than {most} characters, to leave room for the suffix", cause: form },
  noName: { text: `must consist of ${dnsName}, starting and ending with a letter or digit`, cause: form },
  noLabel: {
    text: "must consist of lowercase letters, digits and '-', starting and ending with a letter or digit",
    cause: form,
  },
  noPrefix: { text: `must be the beginning of a name: ${dnsName}, starting with a letter or digit`, cause: form },
  noQualifiedName: {
    text: "must be a name of at most 63 letters, digits, '-', '_' and '.', optionally after a DNS prefix and '/'",
    cause: form,
  },
  noLabelValue: {
    text: "must be at most 63 letters, digits, '-', '_' and '.', starting and ending with a letter or digit",
    cause: form,
  },
  reservedKey: {
    text: "must not begin with {prefix}, under which the provider keeps what it has to know of the object",
    cause: `With such a key, the create that made the object, or \`${npmName} orphans\`, could not find it.`,
  },
  noTime: { text: "must be a time in RFC 3339, such as 2030-01-31T12:00:00Z", cause: form },
  noVersion: { text: "must be a version such as v1, or a group and a version such as apps/v1", cause: form },
  noIdentity: {
    text: "cannot be the identity of an object: {problem}",
    cause: "An owner reference names what no object is called.",
  },
  tooManyBytes: { text: "must be no more than {most} bytes in all", cause: form },
  duplicate: { text: "must not have the same entry twice", cause: form },
  twoControllers: { text: "must not have more than one controller", cause: form },
  noWildcard: {
    text: "must have a wildcard only as the full final path step",
    cause: "The platform takes no other wildcards in a path of `rules`.",
  },
  noResources: {
    text: "needs `resources` beside it",
    cause: "The platform takes `resourceNames` beside `resources` only.",
  },
  autonamingDisabled: {
    text: "is required: autonaming is disabled for this resource.",
    cause: "The engine's settings forbid names that the provider makes up.",
    remedy: "Set `name`, or `generateName` for a prefix.",
  },
  hasProperty: {
    text: "has a property of its own:",
    cause: "`extraSpec` has bytes in base64 where the property has text, so the provider does not move the value.",
    remedy: "set `{property}` on the resource, not in `extraSpec`.",
  },
  movedField: {
    text: "has a property of its own, to which the value is moved.",
    cause: "A warning: `extraSpec` is for fields that this provider does not know. All rules of the property apply.",
    remedy: "Set `{property}` on the resource, not in `extraSpec`.",
  },
  ignoredField: {
    text: "is ignored, because the property `{property}` is declared.",
    cause: "A warning: the program declares a field twice, as a property and in `extraSpec`.",
    remedy: "Remove it from `extraSpec`.",
  },
  pluginOnly: {
    text: "works with the plugin only, because {reason}.",
    cause:
      "Pulumi's protocol of dynamic resources cannot carry it. Take it out, or [move to the plugin](../migrate.md#from-dynamic-resources-to-the-plugin).",
  },
  deprecated: { text: "is deprecated. {replacement}", cause: "A warning: the property still works." },
  tooDeep: {
    text: "is nested deeper than {levels} levels, or holds itself.",
    cause: "Readers of JSON and YAML take fewer levels.",
    remedy: "Make it flatter.",
  },
  tooDeepProperty: {
    text: "Property {property} is nested deeper than {levels} levels, or holds itself.",
    cause: "Readers of JSON and YAML take fewer levels.",
    remedy: "Make it flatter.",
  },
  tooManyValues: {
    text: "has more than {values} values, all aliases written out.",
    cause: "The platform stores no object of that size.",
    remedy: "Make it smaller.",
  },
  lostKey: {
    text: "cannot be a key: languages and tools on its way would drop it.",
    cause: lost,
    remedy: "Call it otherwise.",
  },
  notPlain: {
    text: "is an asset, an archive or a resource, which no object of the platform can hold.",
    cause: "Pulumi has values that JSON has not.",
    remedy: "Set the text that is meant.",
  },
  noUnicode: { text: "is not valid Unicode: it has half of a character.", cause: lost, remedy: "Correct the text." },
  noNumber: {
    text: "is not a number that JSON supports.",
    cause: "The number is NaN or infinite.",
    remedy: "Set a finite one, or text in quotes.",
  },
  lostDigits: {
    text: "is a whole number of more digits than are kept on its way.",
    cause: "The number is beyond 9007199254740991.",
    remedy: "Set a smaller one, or text in quotes.",
  },
  tooLongText: {
    text: "is {characters} characters long; the platform stores no object of more than about 1.5 MiB",
    cause: "`template.objects` is too long.",
  },
  noYaml: {
    text: "is not valid YAML: {line}{reason}",
    cause: "The platform could not read `template.objects`. A text with `{{ … }}` may be no YAML.",
  },
  noDocument: {
    text: "is not an object: each document must be a Kubernetes object with apiVersion and kind",
    cause: "A document of `template.objects` is a list or a single value.",
  },
  lacksKeys: { text: "has no {keys}", cause: "A document of `template.objects` is no Kubernetes object." },
  hiddenReason: {
    text: "The reason is not shown, because it quotes a secret.",
    cause: "`template.objects` is secret. Look at the line that the message names.",
  },
});
