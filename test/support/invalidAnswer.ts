import { statusBody } from "./statusBody";

/** What a platform says of one field; anything may be missing. */
export type WireCause = { field?: string; reason?: string; message?: string };

/** The answer of a platform that finds an object invalid, and may say which fields. */
export const invalidAnswer = (message: string, causes?: WireCause[]) => ({
  status: 422,
  body: statusBody(422, "Invalid", message, causes && { causes }),
});
