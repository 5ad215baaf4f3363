import { statusBody } from "./statusBody";

/** A platform's message about one field; every member is optional. */
export type WireCause = { field?: string; reason?: string; message?: string };

/** The answer of a platform that finds an object invalid, and may say which fields. */
export const invalidAnswer = (message: string, causes?: WireCause[]) => ({
  status: 422,
  body: statusBody(422, "Invalid", message, causes && { causes }),
});
