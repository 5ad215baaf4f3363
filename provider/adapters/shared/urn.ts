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

// With the version and the download URL that a program asks for, if any: default_1_2_3_github_/….
const defaultName = /^default(_\d+_\d+_\d+(_.+)?|_\w+_\/.+)?$/;

/** Whether the engine made a provider, so that its settings come from stack configuration. */
export const isDefaultProvider = (urn: string): boolean => defaultName.test(ownerOf(urn).name);
