import { create } from "./create";
import { deleting } from "./deleting";
import { goServer } from "./goServer";
import { jsonPatches } from "./jsonPatches";
import { lists } from "./lists";
import { otherPatches } from "./otherPatches";
import { reading } from "./reading";
import { replace } from "./replace";
import type { Section } from "./row";
import { whoAsks } from "./whoAsks";
import { wrongTypes } from "./wrongTypes";
import { yamlScalars } from "./yamlScalars";

/** The recorded facts, section by section. */
export const sections: readonly Section[] = [
  reading,
  whoAsks,
  create,
  yamlScalars,
  wrongTypes,
  replace,
  jsonPatches,
  otherPatches,
  deleting,
  lists,
  goServer,
];
