import * as z from "zod";
import { deprecated, secret, whenSet } from "../objects/fields.js";
import { timestamp } from "../objects/metadata.js";

/** Single-sign-on login data of an access key (specification, section 2.4). */
export const identity = z
  .strictObject({
    userId: z.string().describe("Subject of the user.").optional(),
    username: z.string().describe("Username.").optional(),
    preferredUsername: z.string().describe("Preferred username or display name.").optional(),
    email: z.string().describe("E-mail address of the user.").optional(),
    emailVerified: whenSet("Default false.")(
      z.boolean().describe("Whether the e-mail address was verified."),
    ).optional(),
    groups: z.array(z.string()).describe("Groups from the identity provider.").optional(),
    connector: z.string().describe("Name of the connector the key was created from.").optional(),
    connectorData: secret(
      z.string().describe("Data for the connector's later requests, such as upstream tokens."),
    ).optional(),
  })
  .meta({ id: "Identity", description: "Single-sign-on login data." });

/** The OIDC client that an access key belongs to (specification, section 2.4). */
export const oidcProvider = z
  .strictObject({
    clientId: z.string().describe("Client the token was generated for.").optional(),
    nonce: secret(z.string().describe("Nonce to use.")).optional(),
    redirectUri: z.string().describe("Redirect URI to use.").optional(),
    scopes: z.string().describe("Scopes to use.").optional(),
    parent: deprecated("Sharing token information among keys is deprecated; leave it out.")(
      z.string().describe("Key with which OIDC and external token information is shared."),
    ).optional(),
  })
  .meta({ id: "OidcProvider", description: "The OIDC client that a refresh token belongs to." });

/** Deprecated tokens of an OIDC login (specification, section 2.4). */
export const oidcLogin = z
  .strictObject({
    idToken: z.string().describe("ID token created at login.").optional(),
    accessToken: z.string().describe("Access token created at login.").optional(),
    refreshToken: z.string().describe("Refresh token created at login.").optional(),
    lastRefresh: timestamp.describe("Last time the ID token was refreshed, RFC 3339.").optional(),
  })
  .meta({ id: "OidcLogin", description: "Deprecated tokens of an OIDC login; use identity instead." });
