import { Value } from "google-protobuf/google/protobuf/struct_pb.js";

// Encodes and decodes google.protobuf.Struct in its binary form. The generated classes are slower:
// they make an object for each value, and read and write text character by character.

/** The fields of a struct by name, as JSON values. */
export type Members = Readonly<Record<string, unknown>>;

/** Decodes a struct. `__proto__` is a plain key. Throws a RangeError if the bytes are invalid. */
export function readStruct(bytes: Uint8Array): Members {
  return new StructReader(bytes).struct();
}

/** The bytes of a struct with these JSON members. */
export function writeStruct(members: Members): Uint8Array {
  const writer = new StructWriter();
  writer.struct(members);
  return writer.bytes();
}

// Field numbers of the messages. In a value, the field number is the type: KindCase.
const { KindCase } = Value;
const entryField = 1;
const keyField = 1;
const valueField = 2;
const itemField = 1;

/** How the content of a field is encoded. */
const wireTypes = { varint: 0, eightBytes: 1, delimited: 2, fourBytes: 5 } as const;

class StructReader {
  readonly #bytes: Buffer;
  /** Where the current message ends. */
  #messageEnd: number;
  /** Where the next byte is read. */
  #position = 0;

  constructor({ buffer, byteOffset, length }: Uint8Array) {
    this.#bytes = Buffer.from(buffer, byteOffset, length);
    this.#messageEnd = length;
  }

  /** Sorts the keys: Go sends them in random order, and a manifest must always be the same text. */
  struct(): Members {
    const entries: [key: string, value: unknown][] = [];
    this.#fields((field) => field === entryField && entries.push(this.#nested(() => this.#entry())));
    return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)));
  }

  #entry(): [key: string, value: unknown] {
    let key = "";
    let value: unknown = null;
    this.#fields((field) => {
      if (field === keyField) key = this.#text();
      else if (field === valueField) value = this.#nested(() => this.#value());
      else return false;
      return true;
    });
    return [key, value];
  }

  #list(): unknown[] {
    const items: unknown[] = [];
    this.#fields((field) => field === itemField && items.push(this.#nested(() => this.#value())));
    return items;
  }

  /** Null for a null value, whose field is skipped, and for a message without a field. */
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
    while (this.#position < this.#messageEnd) {
      const tag = this.#varint();
      // The lowest three bits are the wire type, the others the field number.
      if (read(tag >>> 3) === false) this.#skipContent(tag & 7);
    }
  }

  /** Reads a message inside the current one. */
  #nested<T>(read: () => T): T {
    const outerEnd = this.#messageEnd;
    const length = this.#varint();
    this.#messageEnd = this.#position + length;
    if (this.#messageEnd > outerEnd) throw new RangeError("A struct is incomplete.");
    const result = read();
    this.#messageEnd = outerEnd;
    return result;
  }

  #text(): string {
    const length = this.#varint();
    const start = this.#skip(length);
    return this.#bytes.toString("utf8", start, this.#position);
  }

  #skipContent(wireType: number): void {
    if (wireType === wireTypes.varint) this.#varint();
    else if (wireType === wireTypes.delimited) this.#skip(this.#varint());
    else if (wireType === wireTypes.eightBytes) this.#skip(8);
    else if (wireType === wireTypes.fourBytes) this.#skip(4);
    else throw new RangeError(`A struct has a field of wire type ${wireType}.`);
  }

  /** Skips this number of bytes. Returns the position of the first one. */
  #skip(length: number): number {
    const start = this.#position;
    this.#position += length;
    if (this.#position > this.#messageEnd) throw new RangeError("A struct is incomplete.");
    return start;
  }

  /** An integer with 7 bits a byte, exact below 2^53. Only skipped fields have larger ones. */
  #varint(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.#bytes[this.#skip(1)] ?? 0;
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  }
}

/** Writes from the end to the start: a length precedes its content, but is known only after it. */
class StructWriter {
  #bytes = Buffer.allocUnsafe(1024);
  /** Where the written bytes start. */
  #start = this.#bytes.length;

  bytes(): Uint8Array {
    return this.#bytes.subarray(this.#start);
  }

  struct(members: Members): void {
    for (const key of Object.keys(members)) {
      this.#message(entryField, () => {
        this.#value(valueField, members[key]);
        this.#text(keyField, key);
      });
    }
  }

  #list(items: readonly unknown[]): void {
    for (let index = items.length - 1; index >= 0; index--) this.#value(itemField, items[index]);
  }

  #value(field: number, value: unknown): void {
    this.#message(field, () => {
      if (typeof value === "string") this.#text(KindCase.STRING_VALUE, value);
      else if (typeof value === "number") this.#double(KindCase.NUMBER_VALUE, value);
      else if (typeof value === "boolean") this.#integer(KindCase.BOOL_VALUE, Number(value));
      else if (value === null || value === undefined) this.#integer(KindCase.NULL_VALUE, 0);
      else if (Array.isArray(value)) this.#message(KindCase.LIST_VALUE, () => this.#list(value));
      else this.#message(KindCase.STRUCT_VALUE, () => this.struct(value as Members));
    });
  }

  #message(field: number, writeContent: () => void): void {
    const lengthBefore = this.#writtenLength();
    writeContent();
    this.#varint(this.#writtenLength() - lengthBefore);
    this.#tag(field, wireTypes.delimited);
  }

  #text(field: number, text: string): void {
    const length = Buffer.byteLength(text);
    const start = this.#reserve(length);
    this.#bytes.write(text, start, length);
    this.#varint(length);
    this.#tag(field, wireTypes.delimited);
  }

  #double(field: number, value: number): void {
    const start = this.#reserve(8);
    this.#bytes.writeDoubleLE(value, start);
    this.#tag(field, wireTypes.eightBytes);
  }

  #integer(field: number, value: number): void {
    this.#varint(value);
    this.#tag(field, wireTypes.varint);
  }

  #tag(field: number, wireType: number): void {
    this.#varint((field << 3) | wireType);
  }

  #varint(value: number): void {
    let length = 1;
    for (let rest = value >>> 7; rest > 0; rest >>>= 7) length++;
    let position = this.#reserve(length);
    let rest = value;
    // The highest bit of a byte tells that another byte follows.
    for (; rest > 127; rest >>>= 7) this.#bytes[position++] = (rest & 127) | 128;
    this.#bytes[position] = rest;
  }

  #writtenLength(): number {
    return this.#bytes.length - this.#start;
  }

  /** Reserves this number of bytes before the written ones. Returns where they start. */
  #reserve(length: number): number {
    if (length > this.#start) {
      const larger = Buffer.allocUnsafe(2 * (this.#bytes.length + length));
      const start = larger.length - this.#writtenLength();
      this.#bytes.copy(larger, start, this.#start);
      this.#bytes = larger;
      this.#start = start;
    }
    this.#start -= length;
    return this.#start;
  }
}
