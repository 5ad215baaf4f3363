import type { ObjectMeta } from "../kinds/apiObject";
import { badRequest } from "../statusError";

const operation = /^(.*?)(==|!=|=)(.*)$/;

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

/** The name that a field selector asks for; empty if it asks for none or cannot be read. */
export function selectedName(text: string): string {
  const terms = text.split(",").map((term) => operation.exec(term));
  return terms.find((term) => term?.[1] === "metadata.name" && term[2] !== "!=")?.[3] ?? "";
}

function parseTerm(term: string): Requirement {
  const match = operation.exec(term);
  if (match === null) throw badRequest(`invalid selector: '${term}'; can't understand '${term}'`);
  const [, field = "", operator, value = ""] = match;
  const read = Object.hasOwn(fields, field) ? fields[field] : undefined;
  if (read === undefined) throw badRequest(`field label not supported: ${field}`);
  return (metadata) => (read(metadata) === value) === (operator !== "!=");
}
