import type * as grpc from "@grpc/grpc-js";
import { BinaryReader, BinaryWriter, type Message } from "google-protobuf";
import { Struct } from "google-protobuf/google/protobuf/struct_pb.js";
import type { MarkedProperties, Path, Properties } from "../../objects/values.js";
import { decode, encode } from "../shared/wireValues.js";
import { type Members, readStruct, writeStruct } from "./structBytes.js";

/**
 * A struct with its values in a symbol property. One message object per value would take most of a
 * request's time. A WeakMap would keep the values until the next full garbage collection.
 */
interface PlainStruct extends Struct {
  [membersKey]?: Members;
}
const membersKey = Symbol("members of a struct");

/** A struct of JSON values. Only {@link serialized} writes them: other writers see it empty. */
export function structOf(members: Members): Struct {
  return withMembers(new Struct(), members);
}

/** The members of a struct as plain values, also if another copy of google-protobuf made it. */
export function structMembers(struct: PlainStruct): Members {
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

/** The bytes of a message, with the values of its structs. */
export function serialized<Type extends Message>(type: MessageType<Type>, message: Type): Buffer {
  const writer = new MessageWriter();
  type.serializeBinaryToWriter(message, writer);
  return Buffer.from(writer.getResultBuffer());
}

function deserialized<Type extends Message>(type: MessageType<Type>, bytes: Buffer): Type {
  return type.deserializeBinaryFromReader(new type(), new MessageReader(bytes));
}

/** The same service, which reads and writes structs as plain values. */
export function withPlainStructs(definition: grpc.ServiceDefinition): grpc.ServiceDefinition {
  return Object.fromEntries(Object.entries(definition).map(([name, method]) => [name, plainMethod(method)]));
}

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

// @types/google-protobuf declares readMessage and writeMessage as properties, not as methods.
class MessageReader extends BinaryReader {
  override readMessage: BinaryReader["readMessage"] = (message, read) => {
    if (message instanceof Struct) withMembers(message, readStruct(this.readBytes()));
    else BinaryReader.prototype.readMessage.call(this, message, read);
  };
}

class MessageWriter extends BinaryWriter {
  override writeMessage: BinaryWriter["writeMessage"] = (field, message, write) => {
    const members = message instanceof Struct ? (message as PlainStruct)[membersKey] : undefined;
    if (members) this.writeBytes(field, writeStruct(members));
    else BinaryWriter.prototype.writeMessage.call(this, field, message, write);
  };
}

/** Plain properties of a protobuf struct, and the paths of its secrets. */
export function fromStruct(struct: Struct | undefined): MarkedProperties {
  return decode(struct ? structMembers(struct) : {});
}

/** Properties as a protobuf struct, secret at the given paths. */
export function toStruct(properties: Properties, secrets: readonly Path[]): Struct {
  return structOf(encode(properties, secrets));
}
