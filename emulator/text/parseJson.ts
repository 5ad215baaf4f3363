import { type JsonObject, type JsonValue, jsonNumber, setMember } from "./json";
import { readLimits, tooDeep } from "./readLimits";

/** Text that is no JSON; the message is the one that Go's decoder gives. */
export class JsonSyntaxError extends Error {}

/** What was read, and the paths of members that were given twice (the last one wins). */
export interface ParsedJson {
  value: JsonValue;
  duplicates: string[];
}

const whitespace = new Set([" ", "\t", "\n", "\r"]);
const literals: Record<string, JsonValue> = { true: true, false: false, null: null };
const escapes: Record<string, string> = {
  '"': '"',
  "\\": "\\",
  "/": "/",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
};
const numberStart = /[-0-9]/;
// Everything from the space on, but no quote and no backslash.
const lowSurrogate = /\\u([dD][c-fC-F][0-9a-fA-F]{2})/y;
const plainRun = /[ !#-[\]-\uffff]*/y;

/**
 * Reads one JSON text. JSON.parse would round 64-bit integers, hide doubled members and word its errors differently.
 * `maxDepth` is for texts from elsewhere; what the platform itself wrote is known to fit.
 */
export function parseJson(text: string, maxDepth = readLimits.depth): ParsedJson {
  const reader = new JsonReader(text, maxDepth);
  const value = reader.document();
  return { value, duplicates: reader.duplicates };
}

class JsonReader {
  readonly duplicates: string[] = [];
  private at = 0;

  constructor(
    private readonly text: string,
    private readonly maxDepth: number,
  ) {}

  document(): JsonValue {
    this.skip();
    const value = this.value("", 0);
    this.skip();
    if (this.at < this.text.length) this.fail("after top-level value");
    return value;
  }

  private value(path: string, depth: number): JsonValue {
    if (depth > this.maxDepth) throw new JsonSyntaxError(tooDeep);
    const next = this.text[this.at];
    if (next === "{") return this.object(path, depth);
    if (next === "[") return this.list(path, depth);
    if (next === '"') return this.string();
    if (next !== undefined && numberStart.test(next)) return this.number();
    return this.literal();
  }

  private object(path: string, depth: number): JsonObject {
    const result: JsonObject = {};
    this.at++;
    this.skip();
    if (this.take("}")) return result;
    for (;;) {
      if (this.text[this.at] !== '"') this.fail("looking for beginning of object key string");
      const key = this.string();
      const memberPath = path === "" ? key : `${path}.${key}`;
      if (Object.hasOwn(result, key)) this.noteDuplicate(memberPath);
      this.skip();
      if (!this.take(":")) this.fail("after object key");
      this.skip();
      setMember(result, key, this.value(memberPath, depth + 1));
      this.skip();
      if (this.take("}")) return result;
      if (!this.take(",")) this.fail("after object key:value pair");
      this.skip();
    }
  }

  private noteDuplicate(path: string): void {
    if (this.duplicates.length < readLimits.namedFields) this.duplicates.push(path.slice(0, readLimits.pathLength));
  }

  private list(path: string, depth: number): JsonValue[] {
    const result: JsonValue[] = [];
    this.at++;
    this.skip();
    if (this.take("]")) return result;
    for (;;) {
      result.push(this.value(`${path}[${result.length}]`, depth + 1));
      this.skip();
      if (this.take("]")) return result;
      if (!this.take(",")) this.fail("after array element");
      this.skip();
    }
  }

  private string(): string {
    let result = "";
    this.at++;
    for (;;) {
      plainRun.lastIndex = this.at;
      const run = plainRun.exec(this.text)?.[0] ?? "";
      result += run;
      this.at += run.length;
      if (this.take('"')) return result;
      if (!this.take("\\")) this.fail("in string literal");
      result += this.escape();
    }
  }

  private escape(): string {
    const letter = this.text[this.at] ?? "";
    const plain = escapes[letter];
    if (plain !== undefined) {
      this.at++;
      return plain;
    }
    if (letter !== "u") this.fail("in string escape code");
    const digits = /^[0-9a-fA-F]{4}/.exec(this.text.slice(this.at + 1, this.at + 5))?.[0];
    this.at++;
    if (digits === undefined) this.fail("in \\u hexadecimal character escape");
    this.at += 4;
    return this.character(Number.parseInt(digits, 16));
  }

  // A half of a pair that stands alone is no character, and becomes the replacement character as in Go.
  private character(unit: number): string {
    if (unit < 0xd800 || unit > 0xdfff) return String.fromCharCode(unit);
    lowSurrogate.lastIndex = this.at;
    const low = unit < 0xdc00 ? lowSurrogate.exec(this.text)?.[1] : undefined;
    if (low === undefined) return "\ufffd";
    this.at += 6;
    return String.fromCharCode(unit, Number.parseInt(low, 16));
  }

  private number(): number | bigint {
    const start = this.at;
    this.take("-");
    if (!this.take("0")) this.digits("in numeric literal");
    if (this.take(".")) this.digits("after decimal point in numeric literal");
    if (this.take("e") || this.take("E")) {
      if (!this.take("-")) this.take("+");
      this.digits("in exponent of numeric literal");
    }
    const digits = this.text.slice(start, this.at);
    const value = jsonNumber(digits);
    if (Number.isFinite(Number(value))) return value;
    throw new JsonSyntaxError(`json: cannot unmarshal number ${digits} into Go value of type float64`);
  }

  private digits(where: string): void {
    const start = this.at;
    while (/[0-9]/.test(this.text[this.at] ?? "")) this.at++;
    if (this.at === start) this.fail(where);
  }

  private literal(): JsonValue {
    for (const [word, value] of Object.entries(literals)) {
      if (this.text[this.at] !== word[0]) continue;
      for (const letter of word) {
        if (!this.take(letter)) this.fail(`in literal ${word} (expecting '${letter}')`);
      }
      return value;
    }
    this.fail("looking for beginning of value");
  }

  private skip(): void {
    while (whitespace.has(this.text[this.at] ?? "")) this.at++;
  }

  private take(letter: string): boolean {
    if (this.text[this.at] !== letter) return false;
    this.at++;
    return true;
  }

  private fail(where: string): never {
    const letter = this.text[this.at];
    if (letter === undefined) throw new JsonSyntaxError("unexpected end of JSON input");
    throw new JsonSyntaxError(`invalid character ${quoteLetter(letter)} ${where}`);
  }
}

function quoteLetter(letter: string): string {
  if (letter === "'") return "'\\''";
  if (letter === '"') return "'\"'";
  return `'${JSON.stringify(letter).slice(1, -1)}'`;
}
