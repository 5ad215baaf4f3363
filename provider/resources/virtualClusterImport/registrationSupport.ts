import type { ApiClient, Call } from "../../api/client.js";
import { isForbidden, isNotFound, isUnknownEndpoint } from "../../api/errors/errors.js";
import type { Context } from "../../objects/operation.js";
import { isRecord, memoized } from "../../objects/values.js";
import { instances } from "../virtualCluster/findInstance.js";

/** Whether a session knows that its platform takes registrations. */
const registration = memoized((_client: ApiClient) => ({ isKnown: false }));

/** Whether the platform has no import endpoint, but takes registrations, as far as is known. */
export const isRegistrationKnown = (client: ApiClient): boolean => registration(client).isKnown;

/** Decides once per session whether a platform without the import endpoint takes registrations. */
export async function offersRegistration({ client, call }: Context): Promise<boolean> {
  const known = registration(client);
  known.isKnown ||= await servesCredentials(client, call);
  return known.isKnown;
}

/** Whether the platform's list of resources has the credential of a virtual cluster. */
async function servesCredentials(client: ApiClient, call: Call): Promise<boolean> {
  try {
    const { resources } = await client.getDocument([], call);
    const isCredential = (each: unknown) => isRecord(each) && each.name === `${instances}/accesskey`;
    return Array.isArray(resources) && resources.some(isCredential);
  } catch (error) {
    // Without the right to read the list, the response to the import decides.
    if (isForbidden(error)) return true;
    if (isNotFound(error) || isUnknownEndpoint(error)) return false;
    throw error;
  }
}
