import type { Owner } from "../../objects/operation.js";

/** The parts of a URN, `urn:pulumi:<stack>::<project>::<type>::<name>`, that an operation needs. */
export function ownerOf(urn: string): Owner {
  const [head = "", project = "", type = "", ...name] = urn.split("::");
  return {
    stack: head.split(":").slice(2).join(":"),
    project,
    type: type.split("$").at(-1) ?? type,
    name: name.join("::"),
  };
}
