import { isRecord, type Path, type Properties } from "./values.js";

/** A field that the wire calls otherwise than the program does. */
export interface WireName {
  /** Where the object stands that holds the field. */
  readonly inside: string;
  readonly property: string;
  readonly wire: string;
}

/** The fields as the wire calls them. */
export function toWire(names: readonly WireName[], fields: Properties): Properties {
  return names.reduce((named, { inside, property, wire }) => renamed(named, inside, property, wire), fields);
}

/** The fields as programs call them. */
export function fromWire(names: readonly WireName[], fields: Properties): Properties {
  return names.reduce((named, { inside, property, wire }) => renamed(named, inside, wire, property), fields);
}

/** Where a program sets what stands at a path of the wire's fields. */
export function pathFromWire(names: readonly WireName[], path: Path): Path {
  const name = names.find(({ inside, wire }) => path[0] === inside && path[1] === wire);
  return name ? [name.inside, name.property, ...path.slice(2)] : path;
}

/** Where the wire's fields hold what a program sets at a path. */
export function pathToWire(names: readonly WireName[], path: Path): Path {
  const name = names.find(({ inside, property }) => path[0] === inside && path[1] === property);
  return name ? [name.inside, name.wire, ...path.slice(2)] : path;
}

function renamed(fields: Properties, inside: string, from: string, to: string): Properties {
  const holder = fields[inside];
  if (!isRecord(holder) || !Object.hasOwn(holder, from)) return fields;
  const { [from]: value, ...others } = holder;
  return { ...fields, [inside]: { ...others, [to]: value } };
}
