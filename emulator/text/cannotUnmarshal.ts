import { type JsonValue, jsonType } from "./json";

const words: Record<string, string> = { integer: "number", boolean: "bool" };

function goWord(value: JsonValue): string {
  const type = jsonType(value);
  return words[type] ?? type;
}

/** What Go's JSON decoder says of a value that fits nothing: `place` is a Go value or a field of a Go struct, with its type. */
export function cannotUnmarshal(value: JsonValue, place: string, shown = goWord(value)): string {
  return `json: cannot unmarshal ${shown} into Go ${place}`;
}
