import { lstatSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { gunzipSync } from "node:zlib";

const bird = "Kanarienvogel";

/** A secret that is recognizable even if only its beginning or its end is written somewhere. */
export const canary = (what: string, version: number): string => `${bird}-${what}-${version}-${bird}`;

/** The canary of somebody else's value, which no masking knows by the name of its bird alone. */
const sought = bird.slice(2, -2);

/** Every way in which a part of the text can be written, whatever stands around it. */
function waysToWrite(text: string): RegExp {
  const backwards = [...text].reverse().join("");
  const hex = Buffer.from(text).toString("hex");
  return new RegExp([text, backwards, hex, ...inBase64(text)].join("|"), "i");
}

/** The text in base64 after 0, 1 and 2 other bytes, without characters that also encode others. */
function inBase64(text: string): string[] {
  return [0, 1, 2].map((before) => {
    const encoded = Buffer.from("x".repeat(before) + text).toString("base64");
    const whole = Math.floor(((before + text.length) * 8) / 6);
    return encoded
      .slice(Math.ceil((before * 8) / 6), whole)
      .replaceAll("+", "[+-]")
      .replaceAll("/", "[/_]");
  });
}

/** Excerpts of a text around the canaries or other secrets that it contains. */
export function canariesIn(text: string, others: readonly string[] = []): string[] {
  // A long part of another secret is as bad as the whole.
  const parts = others.flatMap((other) => [other.slice(0, 16), other.slice(-16)]);
  return [sought, ...parts].flatMap((each) => {
    const found = waysToWrite(each).exec(text);
    return found ? [text.slice(Math.max(0, found.index - 80), found.index + 80)] : [];
  });
}

/** Every file below a folder with its bytes as text, decompressed. Symbolic links are skipped. */
export function filesBelow(folder: string): Map<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const files = names.filter((name) => !throughLink(folder, name) && lstatSync(path.join(folder, name)).isFile());
  return new Map(files.map((name) => [name, textOf(path.join(folder, name))]));
}

const throughLink = (folder: string, name: string): boolean =>
  name.split(path.sep).some((_, depth, steps) => {
    return lstatSync(path.join(folder, ...steps.slice(0, depth + 1))).isSymbolicLink();
  });

function textOf(file: string): string {
  const bytes = readFileSync(file);
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return (isPacked ? gunzipSync(bytes) : bytes).toString("latin1");
}
