import { isWithin, type Path } from "./values.js";

/** Whether what stands at a path holds something of these places, or is a part of it: so a message may not show it if they are secret. */
export const touches = (places: readonly Path[], path: Path): boolean =>
  places.some((place) => isWithin(path, place) || isWithin(place, path));
