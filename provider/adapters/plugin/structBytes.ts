import { Value } from "google-protobuf/google/protobuf/struct_pb.js";

// Encodes and decodes google.protobuf.Struct. The generated classes are slower: they make an object
// for each value, and read and write text character by character.

/** The fields of a struct by name, as JSON values. */
export type Members = Readonly<Record<string, unknown>>;

/** Decodes a struct, `__proto__` included. Throws a RangeError if the bytes are invalid. */
export function readStruct(bytes: Uint8Array): Members {
  return new StructReader(bytes).struct();
}

/** The bytes of a struct with these JSON members. */
export function writeStruct(members: Members): Uint8Array {
  const writer = new StructWriter();
  writer.struct(members);
  return writer.bytes();
}

// Field numbers of protobuf. In a value the field number tells the type.
const { KindCase } = Value;
const fieldsOfStruct = 1;
const keyOfEntry = 1;
const valueOfEntry = 2;
const valuesOfList = 1;

/** Wire types: how the content of a field is encoded. */
const wire = { varint: 0, eightBytes: 1, delimited: 2, fourBytes: 5 } as const;

class StructReader {
  readonly #bytes: Buffer;
  /** Where the current message ends. */
  #end: number;
  #at = 0;

  constructor({ buffer, byteOffset, length }: Uint8Array) {
    this.#bytes = Buffer.from(buffer, byteOffset, length);
    this.#end = length;
  }

  /** Sorts the keys: Go sends them in random order, and a manifest must always be the same text. */
  struct(): Members {
    const entries: [key: string, value: unknown][] = [];
    this.#fields((field) => field === fieldsOfStruct && entries.push(this.#nested(() => this.#entry())));
    return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)));
  }

  #entry(): [key: string, value: unknown] {
    let key = "";
    let value: unknown = null;
    this.#fields((field) => {
      if (field === keyOfEntry) key = this.#text();
      else if (field === valueOfEntry) value = this.#nested(() => this.#value());
      else return false;
      return true;
    });
    return [key, value];
  }

  #list(): unknown[] {
    const items: unknown[] = [];
    this.#fields((field) => field === valuesOfList && items.push(this.#nested(() => this.#value())));
    return items;
  }

  /** Null for a null value, and for an empty message. */
  #value(): unknown {
    let value: unknown = null;
    this.#fields((field) => {
      if (field === KindCase.STRING_VALUE) value = this.#text();
      else if (field === KindCase.NUMBER_VALUE) value = this.#bytes.readDoubleLE(this.#skip(8));
      else if (field === KindCase.BOOL_VALUE) value = this.#varint() !== 0;
      else if (field === KindCase.STRUCT_VALUE) value = this.#nested(() => this.struct());
      else if (field === KindCase.LIST_VALUE) value = this.#nested(() => this.#list());
      else return false;
      return true;
    });
    return value;
  }

  /** Reads the fields of the current message. Skips a field for which `read` returns false. */
  #fields(read: (field: number) => unknown): void {
    while (this.#at < this.#end) {
      const tag = this.#varint();
      if (read(tag >>> 3) === false) this.#skipContent(tag & 7);
    }
  }

  #nested<T>(read: () => T): T {
    const outer = this.#end;
    const length = this.#varint();
    this.#end = this.#at + length;
    if (this.#end > outer) throw new RangeError("A struct is incomplete.");
    const result = read();
    this.#end = outer;
    return result;
  }

  #text(): string {
    const length = this.#varint();
    const start = this.#skip(length);
    return this.#bytes.toString("utf8", start, this.#at);
  }

  #skipContent(wireType: number): void {
    if (wireType === wire.varint) this.#varint();
    else if (wireType === wire.delimited) this.#skip(this.#varint());
    else if (wireType === wire.eightBytes) this.#skip(8);
    else if (wireType === wire.fourBytes) this.#skip(4);
    else throw new RangeError(`A struct has a field of wire type ${wireType}.`);
  }

  /** Moves on by so many bytes. Returns the position before. */
  #skip(length: number): number {
    const start = this.#at;
    this.#at += length;
    if (this.#at > this.#end) throw new RangeError("A struct is incomplete.");
    return start;
  }

  /** A whole number below 2^53; larger ones are in skipped fields only. */
  #varint(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.#bytes[this.#skip(1)] ?? 0;
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  }
}

/** Writes from the end to the start, because a length precedes its content. */
class StructWriter {
  #bytes = Buffer.allocUnsafe(1024);
  #start = this.#bytes.length;

  bytes(): Uint8Array {
    return this.#bytes.subarray(this.#start);
  }

  struct(members: Members): void {
    for (const key of Object.keys(members)) {
      this.#message(fieldsOfStruct, () => {
        this.#value(valueOfEntry, members[key]);
        this.#text(keyOfEntry, key);
      });
    }
  }

  #list(items: readonly unknown[]): void {
    for (let index = items.length - 1; index >= 0; index--) this.#value(valuesOfList, items[index]);
  }

  #value(field: number, value: unknown): void {
    this.#message(field, () => {
      if (typeof value === "string") this.#text(KindCase.STRING_VALUE, value);
      else if (typeof value === "number") this.#double(KindCase.NUMBER_VALUE, value);
      else if (typeof value === "boolean") this.#flag(KindCase.BOOL_VALUE, value);
      else if (value === null || value === undefined) this.#flag(KindCase.NULL_VALUE, false);
      else if (Array.isArray(value)) this.#message(KindCase.LIST_VALUE, () => this.#list(value));
      else this.#message(KindCase.STRUCT_VALUE, () => this.struct(value as Members));
    });
  }

  #message(field: number, write: () => void): void {
    const after = this.#written();
    write();
    this.#varint(this.#written() - after);
    this.#tag(field, wire.delimited);
  }

  #text(field: number, text: string): void {
    const length = Buffer.byteLength(text);
    const start = this.#reserve(length);
    this.#bytes.write(text, start, length);
    this.#varint(length);
    this.#tag(field, wire.delimited);
  }

  #double(field: number, value: number): void {
    const start = this.#reserve(8);
    this.#bytes.writeDoubleLE(value, start);
    this.#tag(field, wire.eightBytes);
  }

  #flag(field: number, value: boolean): void {
    this.#varint(Number(value));
    this.#tag(field, wire.varint);
  }

  #tag(field: number, wireType: number): void {
    this.#varint((field << 3) | wireType);
  }

  #varint(value: number): void {
    let length = 1;
    for (let rest = value >>> 7; rest > 0; rest >>>= 7) length++;
    let at = this.#reserve(length);
    let rest = value;
    for (; rest > 127; rest >>>= 7) this.#bytes[at++] = (rest & 127) | 128;
    this.#bytes[at] = rest;
  }

  #written(): number {
    return this.#bytes.length - this.#start;
  }

  /** Reserves so many bytes before the written ones. Returns where they start. */
  #reserve(length: number): number {
    if (length > this.#start) {
      const larger = Buffer.allocUnsafe(2 * (this.#bytes.length + length));
      const start = larger.length - this.#written();
      this.#bytes.copy(larger, start, this.#start);
      this.#bytes = larger;
      this.#start = start;
    }
    this.#start -= length;
    return this.#start;
  }
}
