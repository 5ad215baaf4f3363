import * as z from "zod";
import { isCertificate } from "./parseSetting.js";

/** Settings of the TLS connection to the platform. */
export const tlsFields = {
  insecureSkipTlsVerify: z.boolean().default(false).meta({
    description: "Accept any TLS certificate. For trials only: the access key can then be stolen on the way.",
  }),
  certificateAuthority: z
    .string()
    .refine(isCertificate, "is neither a PEM certificate nor a file that has one")
    .optional()
    .meta({
      description:
        "Certificate authority to trust for the platform, besides the system's own: its PEM text, or the path of a file that has it.",
    }),
  clientCertificate: z
    .string()
    .optional()
    .meta({
      description:
        "Certificate in PEM form to show to a platform, or what stands before it, that asks its clients for one; the " +
        "authorities between may follow it. Needs clientKey.",
    }),
  clientKey: z
    .string()
    .optional()
    .meta({ description: "Private key of clientCertificate in PEM form, without a passphrase.", secret: true }),
};
