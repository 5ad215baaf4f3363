import { createBodies } from "./createBodies";
import { createFields } from "./createFields";
import { createKept } from "./createKept";
import { createMetadata } from "./createMetadata";
import { createNames } from "./createNames";
import { deleting } from "./deleting";
import { deletingCollections } from "./deletingCollections";
import { importing } from "./importing";
import { jsonPatchedObjects } from "./jsonPatchedObjects";
import { jsonPatches } from "./jsonPatches";
import { lists } from "./lists";
import { otherPatches } from "./otherPatches";
import { reading } from "./reading";
import { replace } from "./replace";
import type { Section } from "./row";
import { watching } from "./watching";
import { whoAsks } from "./whoAsks";
import { wrongTypes } from "./wrongTypes";
import { yamlScalars } from "./yamlScalars";

/** Every fact, section by section. */
export const sections: readonly Section[] = [
  reading,
  whoAsks,
  createNames,
  createBodies,
  createFields,
  createMetadata,
  createKept,
  yamlScalars,
  wrongTypes,
  replace,
  jsonPatches,
  jsonPatchedObjects,
  otherPatches,
  deleting,
  deletingCollections,
  lists,
  importing,
  watching,
];
