import type { ProgramKind } from "./project";
import { type ResourceDeclarations, resourcePrograms, withType } from "./resourcePrograms";

/**
 * A program of keys, on either adapter, with the outputs `<key>` (its value) and `<key>Name`.
 * A template's description is the value of the key `consumed`.
 */
const keyProgram = (kind: ProgramKind) => (keys: ResourceDeclarations, consumed?: string) => {
  const consumer = { inputs: { name: "consumer", description: `\${${consumed}.key}` } };
  const outputs = Object.keys(keys).flatMap((name) => [
    [name, `\${${name}.key}`],
    [`${name}Name`, `\${${name}.name}`],
  ]);
  return resourcePrograms[kind](
    { ...withType("OwnedAccessKey", keys), ...(consumed && { consumer }) },
    Object.fromEntries(outputs),
  );
};

export const keyPrograms = { yaml: keyProgram("yaml"), typescript: keyProgram("typescript") };
