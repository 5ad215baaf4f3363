import type { ApiClient, Call } from "../../api/client.js";
import { isForbidden, isNotFound, isUnknownEndpoint } from "../../api/errors/errors.js";
import type { Context } from "../../objects/operation.js";
import { isRecord, memoized } from "../../objects/values.js";
import { instancesPlural } from "../virtualCluster/findInstance.js";

/** Whether a session knows that its platform takes registrations. */
const registrationSupport = memoized((_client: ApiClient) => ({ isKnown: false }));

/** Whether the session knows that its platform has no import endpoint, but takes registrations. */
export const isRegistrationKnown = (client: ApiClient): boolean => registrationSupport(client).isKnown;

/** Whether a platform without the import endpoint takes registrations. Only a yes is cached. */
export async function offersRegistration({ client, call }: Context): Promise<boolean> {
  const support = registrationSupport(client);
  support.isKnown ||= await servesCredentials(client, call);
  return support.isKnown;
}

/** Whether the platform serves the credentials of virtual clusters, by its list of resources. */
async function servesCredentials(client: ApiClient, call: Call): Promise<boolean> {
  try {
    const { resources } = await client.getDocument([], call);
    const isCredential = (each: unknown) => isRecord(each) && each.name === `${instancesPlural}/accesskey`;
    return Array.isArray(resources) && resources.some(isCredential);
  } catch (error) {
    // Without the right to read the list, the response to the import decides.
    if (isForbidden(error)) return true;
    if (isNotFound(error) || isUnknownEndpoint(error)) return false;
    throw error;
  }
}
