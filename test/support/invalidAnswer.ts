/** A platform's message about one field; every member is optional. */
export type WireCause = { field?: string; reason?: string; message?: string };

/** The answer of a platform that finds an object invalid, and may say which fields. */
export const invalidAnswer = (message: string, causes?: WireCause[]) => ({
  status: 422,
  body: {
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Failure",
    message,
    reason: "Invalid",
    ...(causes && { details: { causes } }),
    code: 422,
  },
});
