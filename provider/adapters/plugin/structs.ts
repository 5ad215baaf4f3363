import type * as grpc from "@grpc/grpc-js";
import { BinaryReader, BinaryWriter, type Message } from "google-protobuf";
import { NullValue, Struct, Value } from "google-protobuf/google/protobuf/struct_pb.js";

import type { Marked, Path, Properties } from "../../objects/values.js";
import { decode, encode } from "../shared/wireValues.js";

type Members = Readonly<Record<string, unknown>>;

/**
 * A struct with plain values. One message object per value would take most of a request's time.
 * A WeakMap would keep them until the next full garbage collection.
 */
interface PlainStruct extends Struct {
  [membersKey]?: Members;
}
const membersKey = Symbol("members of a struct");

/** A struct of JSON values, for a message that {@link serialized} writes. */
export function structOf(members: Members): Struct {
  return withMembers(new Struct(), members);
}

/** The members of a struct as plain values, also if Pulumi's copy of the library made it. */
export function membersOf(struct: PlainStruct): Members {
  return struct[membersKey] ?? struct.toJavaScript();
}

function withMembers(struct: PlainStruct, members: Members): Struct {
  struct[membersKey] = members;
  return struct;
}

/** The generated class of a message. */
interface MessageType<Type extends Message> {
  new (): Type;
  deserializeBinaryFromReader(message: Type, reader: BinaryReader): Type;
  serializeBinaryToWriter(message: Type, writer: BinaryWriter): void;
}

/** The bytes of a message, its structs included. */
export function serialized<Type extends Message>(type: MessageType<Type>, message: Type): Buffer {
  const writer = new StructWriter();
  type.serializeBinaryToWriter(message, writer);
  return Buffer.from(writer.getResultBuffer());
}

function deserialized<Type extends Message>(type: MessageType<Type>, bytes: Buffer): Type {
  return type.deserializeBinaryFromReader(new type(), new StructReader(bytes));
}

/** The same service, its structs read and written as plain values. */
export function withPlainStructs(definition: grpc.ServiceDefinition): grpc.ServiceDefinition {
  return Object.fromEntries(Object.entries(definition).map(([name, method]) => [name, plainMethod(method)]));
}

/** A generated method definition. */
type GeneratedMethod = grpc.MethodDefinition<Message, Message> & {
  readonly requestType: MessageType<Message>;
  readonly responseType: MessageType<Message>;
};

function plainMethod(method: grpc.MethodDefinition<unknown, unknown>): grpc.MethodDefinition<Message, Message> {
  const generated = method as GeneratedMethod;
  const { requestType, responseType } = generated;
  return {
    ...generated,
    requestDeserialize: (bytes) => deserialized(requestType, bytes),
    responseSerialize: (message) => serialized(responseType, message),
  };
}

// The library declares these two methods as properties, so they cannot be overridden as methods.
class StructReader extends BinaryReader {
  override readMessage: BinaryReader["readMessage"] = (message, read) => {
    if (message instanceof Struct) withMembers(message, readStruct(this.readBytes()));
    else BinaryReader.prototype.readMessage.call(this, message, read);
  };
}

class StructWriter extends BinaryWriter {
  override writeMessage: BinaryWriter["writeMessage"] = (field, message, write) => {
    const members = message instanceof Struct ? (message as PlainStruct)[membersKey] : undefined;
    if (members) BinaryWriter.prototype.writeMessage.call(this, field, members, writeStruct);
    else BinaryWriter.prototype.writeMessage.call(this, field, message, write);
  };
}

// google.protobuf.Struct on the wire, to and from plain values.
type Entry = [key: string, value: unknown];

// The field number tells the kind of a value.
const { KindCase } = Value;
const fieldsOfStruct = 1;
const keyOfEntry = 1;
const valueOfEntry = 2;
const valuesOfList = 1;

/** The members of the struct with these bytes, including `__proto__`. */
function readStruct(bytes: Uint8Array): Members {
  const entries: Entry[] = [];
  readFields(entries, new BinaryReader(bytes));
  return inOrder(entries);
}

/** Entries sorted by key: Go sends maps in random order, and manifests keep their order. */
function inOrder(entries: Entry[]): Members {
  return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)));
}

function readFields(entries: Entry[], reader: BinaryReader): void {
  while (reader.nextField()) {
    if (reader.getFieldNumber() === fieldsOfStruct) reader.readMessage(entries, readEntry);
    else reader.skipField();
  }
}

function readEntry(entries: Entry[], reader: BinaryReader): void {
  let key = "";
  const held: unknown[] = [];
  while (reader.nextField()) {
    const field = reader.getFieldNumber();
    if (field === keyOfEntry) key = reader.readString();
    else if (field === valueOfEntry) reader.readMessage(held, readValue);
    else reader.skipField();
  }
  entries.push([key, held.at(-1) ?? null]);
}

function readList(items: unknown[], reader: BinaryReader): void {
  while (reader.nextField()) {
    if (reader.getFieldNumber() === valuesOfList) reader.readMessage(items, readValue);
    else reader.skipField();
  }
}

/** Adds the current value of the reader; null if it is empty. */
function readValue(values: unknown[], reader: BinaryReader): void {
  let value: unknown = null;
  while (reader.nextField()) value = readKind(reader);
  values.push(value);
}

function readKind(reader: BinaryReader): unknown {
  switch (reader.getFieldNumber()) {
    case KindCase.STRING_VALUE:
      return reader.readString();
    case KindCase.NUMBER_VALUE:
      return reader.readDouble();
    case KindCase.BOOL_VALUE:
      return reader.readBool();
    case KindCase.STRUCT_VALUE:
      return inOrder(collected(reader, readFields));
    case KindCase.LIST_VALUE:
      return collected(reader, readList);
    default:
      reader.skipField();
      return null;
  }
}

/** The items that a nested message adds to a list. */
function collected<T>(reader: BinaryReader, read: (items: T[], reader: BinaryReader) => void): T[] {
  const items: T[] = [];
  reader.readMessage(items, read);
  return items;
}

/** Writes JSON members as the current struct of the writer. */
function writeStruct(members: Members, writer: BinaryWriter): void {
  for (const entry of Object.entries(members)) writer.writeMessage(fieldsOfStruct, entry, writeEntry);
}

function writeEntry([key, value]: Entry, writer: BinaryWriter): void {
  writer.writeString(keyOfEntry, key);
  writer.writeMessage(valueOfEntry, [value], writeValue);
}

function writeList(items: readonly unknown[], writer: BinaryWriter): void {
  for (const item of items) writer.writeMessage(valuesOfList, [item], writeValue);
}

// The library writes no message that is null, so a value comes in a list.
function writeValue([value]: readonly unknown[], writer: BinaryWriter): void {
  if (typeof value === "string") writer.writeString(KindCase.STRING_VALUE, value);
  else if (typeof value === "number") writer.writeDouble(KindCase.NUMBER_VALUE, value);
  else if (typeof value === "boolean") writer.writeBool(KindCase.BOOL_VALUE, value);
  else if (value === null) writer.writeEnum(KindCase.NULL_VALUE, NullValue.NULL_VALUE);
  else if (Array.isArray(value)) writer.writeMessage(KindCase.LIST_VALUE, value, writeList);
  else writer.writeMessage(KindCase.STRUCT_VALUE, value, writeStruct);
}

/** Plain properties of a protobuf struct, and the paths of its secrets. */
export function fromStruct(struct: Struct | undefined): Marked {
  return decode(struct ? membersOf(struct) : {});
}

/** Properties as a protobuf struct, secret at the given paths. */
export function toStruct(properties: Properties, secrets: readonly Path[]): Struct {
  return structOf(encode(properties, secrets));
}
