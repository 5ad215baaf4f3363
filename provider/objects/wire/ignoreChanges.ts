import { copyPath, isPatternBelow, isWithin, type Path } from "../values.js";

/** Whether ignoreChanges covers a property completely. Its live value is kept. */
export const isIgnored = (property: Path, ignored: readonly Path[]): boolean =>
  ignored.some((each) => isWithin(property, each));

/** Sets the ignored parts of a list to their live value, so that none is a change. */
export function withIgnoredParts(live: unknown, property: Path, ignored: readonly Path[]): (value: unknown) => unknown {
  const parts = ignored.filter((each) => isPatternBelow(each, property)).map((each) => each.slice(property.length));
  return (value) => parts.reduce((changed, part) => copyPath(changed, live, part), value);
}
