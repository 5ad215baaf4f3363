import type { ObjectMeta } from "../objects/apiObject";
import { badRequest } from "../statusError";

type Requirement = (metadata: ObjectMeta) => boolean;

const fields: Record<string, (metadata: ObjectMeta) => string> = {
  "metadata.name": (metadata) => metadata.name,
  "metadata.namespace": (metadata) => metadata.namespace ?? "",
};

/** Reads a field selector; only an object's name and namespace can be selected by. */
export function parseFieldSelector(text: string): Requirement[] {
  return text
    .split(",")
    .filter((term) => term !== "")
    .map(parseTerm);
}

function parseTerm(term: string): Requirement {
  const match = /^(.*?)(==|!=|=)(.*)$/.exec(term);
  if (match === null) throw badRequest(`invalid selector: '${term}'; can't understand '${term}'`);
  const [, field = "", operator, value = ""] = match;
  const read = Object.hasOwn(fields, field) ? fields[field] : undefined;
  if (read === undefined) throw badRequest(`field label not supported: ${field}`);
  return (metadata) => (read(metadata) === value) === (operator !== "!=");
}
