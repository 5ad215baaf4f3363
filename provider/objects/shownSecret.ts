import { isRecord } from "./values.js";

const nothingOrAsterisks = /^\**$/;

/** A secret text as an object shows it; undefined for what stands in its place: nothing, asterisks, or a value of another type. */
export function shownSecret(value: unknown): string | undefined {
  return typeof value === "string" && !nothingOrAsterisks.test(value) ? value : undefined;
}

/** Whether a value stands in place of a secret. Several secrets of which one is masked are nothing that could be written back. */
export function isMask(value: unknown): boolean {
  if (isRecord(value)) return Object.values(value).some((member) => member !== "" && member !== null && isMask(member));
  return value === null || (typeof value === "string" && nothingOrAsterisks.test(value));
}
