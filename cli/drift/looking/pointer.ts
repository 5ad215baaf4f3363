import type { Path } from "../../../provider/objects/values";

/** A property path as a JSON Pointer (RFC 6901). */
export const pointer = (path: Path): string =>
  path.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
