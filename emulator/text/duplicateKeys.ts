import { EVENT_ID, type Event, getScalarValue } from "js-yaml";
import { readLimits } from "./readLimits";

interface OpenMap {
  keys: Set<string>;
  expectsKey: boolean;
}

/** One sentence for every key of a YAML document that was given twice, up to a limit. */
export function duplicateKeys(events: readonly Event[], text: string): string[] {
  const found: string[] = [];
  const open: (OpenMap | undefined)[] = [];
  const lineOf = lineCounter(text);
  for (const event of events) {
    if (event.type === EVENT_ID.POP) {
      open.pop();
      continue;
    }
    const key = doubledKey(open.at(-1), event, text);
    if (key !== undefined && found.length < readLimits.namedFields) {
      found.push(`line ${lineOf(key.position)}: key "${key.name.slice(0, readLimits.pathLength)}" already set in map`);
    }
    if (event.type === EVENT_ID.MAPPING) open.push({ keys: new Set(), expectsKey: true });
    else if (event.type === EVENT_ID.SEQUENCE || event.type === EVENT_ID.DOCUMENT) open.push(undefined);
  }
  return found;
}

/** Notes a key or value of an open map, and returns a key that was there before. */
function doubledKey(map: OpenMap | undefined, event: Event, text: string) {
  if (map === undefined) return undefined;
  map.expectsKey = !map.expectsKey;
  if (map.expectsKey || event.type !== EVENT_ID.SCALAR) return undefined;
  const name = getScalarValue(text, event);
  if (map.keys.has(name)) return { name, position: event.valueStart };
  map.keys.add(name);
  return undefined;
}

/** Tells the lines of positions that only grow, in one walk over the text. */
function lineCounter(text: string): (position: number) => number {
  let line = 1;
  let next = text.indexOf("\n");
  return (position) => {
    for (; next >= 0 && next < position; next = text.indexOf("\n", next + 1)) line++;
    return line;
  };
}
