import type * as grpc from "@grpc/grpc-js";
import { BinaryReader, BinaryWriter, type Message } from "google-protobuf";
import { Struct } from "google-protobuf/google/protobuf/struct_pb.js";
import { readStruct, writeStruct } from "./structCodec.js";

type Members = Readonly<Record<string, unknown>>;

/**
 * A struct with plain values as members. A message object for each value would take most of a request's time.
 * A WeakMap would keep them until the next full garbage collection.
 */
interface PlainStruct extends Struct {
  [held]?: Members;
}
const held = Symbol("members of a struct");

/** A struct of members that are of JSON's types, for a message that {@link serialized} writes. */
export function structOf(members: Members): Struct {
  return holding(new Struct(), members);
}

/** The members of a struct as plain values, also of a struct from Pulumi's own copy of the library. */
export function membersOf(struct: PlainStruct): Members {
  return struct[held] ?? struct.toJavaScript();
}

function holding(struct: PlainStruct, members: Members): Struct {
  struct[held] = members;
  return struct;
}

/** How the library knows a message: what makes an empty one, reads it and writes it. */
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

/** A method as the library's generator writes it down. */
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
    if (message instanceof Struct) holding(message, readStruct(this.readBytes()));
    else BinaryReader.prototype.readMessage.call(this, message, read);
  };
}

class StructWriter extends BinaryWriter {
  override writeMessage: BinaryWriter["writeMessage"] = (field, message, write) => {
    const members = message instanceof Struct ? (message as PlainStruct)[held] : undefined;
    if (members) BinaryWriter.prototype.writeMessage.call(this, field, members, writeStruct);
    else BinaryWriter.prototype.writeMessage.call(this, field, message, write);
  };
}
