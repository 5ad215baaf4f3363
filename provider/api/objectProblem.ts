import { isObject } from "./apiObject.js";

/** No name, uid or version that Kubernetes makes is longer; a list remembers each of them. */
export const longestName = 1000;

const isText = (value: unknown): boolean => typeof value === "string";
const isName = (value: unknown): boolean => typeof value === "string" && value.length <= longestName;
const isNumber = (value: unknown): boolean => typeof value === "number";
const isTextMap = (value: unknown): boolean => isObject(value) && Object.values(value).every(isText);
const listOf = (isItem: (item: unknown) => boolean) => (value: unknown) => Array.isArray(value) && value.every(isItem);

const isManager = (value: unknown): boolean =>
  isObject(value) && [value.manager, value.time, value.operation].every((each) => isAbsent(each) || isName(each));

const isAbsent = (value: unknown): boolean => value === undefined || value === null;

/** What a part of an object must be, where it is there, and the words for it. */
type Form = readonly [is: (value: unknown) => boolean, words: string];

const name: Form = [isName, `text of at most ${longestName} characters`];
const number: Form = [isNumber, "number"];
const textMap: Form = [isTextMap, "map of texts"];
const object: Form = [isObject, "object"];

const parts: Readonly<Record<string, Form>> = { apiVersion: name, kind: name, spec: object, status: object };

const metadata: Readonly<Record<string, Form>> = {
  name,
  generateName: name,
  namespace: name,
  uid: name,
  resourceVersion: name,
  creationTimestamp: name,
  deletionTimestamp: name,
  generation: number,
  deletionGracePeriodSeconds: number,
  labels: textMap,
  annotations: textMap,
  finalizers: [listOf(isText), "list of texts"],
  ownerReferences: [listOf(isObject), "list of objects"],
  managedFields: [listOf(isManager), "list of objects with texts"],
};

/** Which part of an object is not what the API says that it is, in words; undefined when all are. Nobody checks these again. */
export function objectProblem(answered: Readonly<Record<string, unknown>>): string | undefined {
  if (!isObject(answered.metadata)) return "an object without metadata";
  const problem = problemIn(parts, answered, "") ?? problemIn(metadata, answered.metadata, "metadata.");
  return problem && `an object whose ${problem}`;
}

function problemIn(forms: Readonly<Record<string, Form>>, values: Readonly<Record<string, unknown>>, prefix: string) {
  const wrong = Object.entries(forms).find(([key, [is]]) => !isAbsent(values[key]) && !is(values[key]));
  return wrong && `${prefix}${wrong[0]} is no ${wrong[1][1]}`;
}
