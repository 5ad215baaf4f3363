import { typescriptProgram } from "./typescriptProgram";
import { yamlProgram } from "./yamlProgram";

/** What programs can be written in: the file that Pulumi looks for, and how it is written. */
export const programs = {
  yaml: { file: "Main.yaml", write: yamlProgram },
  typescript: { file: "index.ts", write: typescriptProgram },
} as const;

/** A language that programs are written in. */
export type ProgramLanguage = keyof typeof programs;

/** The names of these languages. */
export const programLanguages = Object.keys(programs) as [ProgramLanguage, ...ProgramLanguage[]];
