import { unsupportedMediaType } from "../statusError";
import { isObject, type JsonObject, type JsonValue, setMember, UnreadableError } from "../text/json";

/** Reads one field of a message; `before` is what the same field held earlier in the message. */
type Read = (value: Buffer, before: JsonValue | undefined) => JsonValue;

const text: Read = (value) => value.toString();
const base64: Read = (value) => value.toString("base64");
const yes: Read = () => true;
const texts: Read = (value, before) => [...(Array.isArray(before) ? before : []), value.toString()];

const mapOf = (read: Read): Read => {
  const entry = message({ 1: ["key", text], 2: ["value", read] });
  return (bytes, before) => {
    const { key = "", value = "" } = entry(bytes, undefined) as JsonObject;
    const result = isObject(before) ? before : {};
    setMember(result, String(key), value);
    return result;
  };
};

/** A message with these fields, by their numbers. */
function message(fields: Readonly<Record<number, readonly [name: string, read: Read]>>): Read {
  return (bytes) => {
    const result: JsonObject = {};
    for (const [number, value] of fieldsIn(bytes)) {
      // Go sends empty values, too.
      if (value.length === 0) continue;
      const field = fields[number];
      if (field === undefined) throw new UnreadableError(`protobuf: unknown field ${number}`);
      const [name, read] = field;
      result[name] = read(value, result[name]);
    }
    return result;
  };
}

const metadata = message({
  1: ["name", text],
  2: ["generateName", text],
  3: ["namespace", text],
  11: ["labels", mapOf(text)],
  12: ["annotations", mapOf(text)],
  14: ["finalizers", texts],
});

// kubectl makes these from its options, and then sends no JSON.
const kinds: Record<string, Read> = {
  Namespace: message({ 1: ["metadata", metadata], 3: ["status", message({ 1: ["phase", text] })] }),
  Secret: message({
    1: ["metadata", metadata],
    2: ["data", mapOf(base64)],
    3: ["type", text],
    4: ["stringData", mapOf(text)],
    5: ["immutable", yes],
  }),
};
const type = message({ 1: ["apiVersion", text], 2: ["kind", text] });
const magic = "k8s\0";

/** Reads an object in the protobuf encoding of Kubernetes. Few kinds are known: 415 for others. */
export function readProtobuf(bytes: Buffer): JsonObject {
  if (bytes.toString("latin1", 0, magic.length) !== magic) throw new UnreadableError("protobuf: wrong prefix");
  const parts = new Map(fieldsIn(bytes.subarray(magic.length)));
  const read = (number: number, part: Read) => part(parts.get(number) ?? Buffer.alloc(0), undefined) as JsonObject;
  const typeMeta = read(1, type);
  const kind = Object.entries(kinds).find(([name]) => name === typeMeta.kind)?.[1];
  if (kind === undefined) throw unsupportedMediaType(["application/json", "application/yaml"]);
  return { ...typeMeta, ...read(2, kind) };
}

/** The fields of a message with their bytes. A number has no byte if it is zero. */
function* fieldsIn(bytes: Buffer): Generator<[number: number, value: Buffer]> {
  let at = 0;
  const varint = () => {
    let value = 0;
    for (let factor = 1; factor < 2 ** 50; factor *= 128) {
      const byte = bytes[at++] ?? 0;
      value += (byte % 128) * factor;
      if (byte < 128) return value;
    }
    throw new UnreadableError("protobuf: a number is too long");
  };
  while (at < bytes.length) {
    const tag = varint();
    const value = varint();
    const isNumber = tag % 8 === 0;
    const end = isNumber ? at : at + value;
    if (end > bytes.length || (!isNumber && tag % 8 !== 2)) throw new UnreadableError("protobuf: wrong length or type");
    yield [Math.floor(tag / 8), isNumber ? Buffer.alloc(value === 0 ? 0 : 1) : bytes.subarray(at, end)];
    at = end;
  }
}
