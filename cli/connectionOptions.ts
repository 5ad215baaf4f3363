import type { CommandOptions } from "./command";

/** The options that say which platform a command looks at. The key is none of them: a command line is no place for it. */
export const connectionOptions: CommandOptions = {
  "base-url": { type: "string", value: "address", help: "Address of the platform (PLATFORM_BASE_URL, a login file)" },
  vendor: { type: "string", value: "domain", help: "Domain in the API group (PLATFORM_VENDOR, loft.sh)" },
  "owner-id": { type: "string", value: "text", help: "What platform:ownerId is for the stacks (PLATFORM_OWNER_ID)" },
  "certificate-authority": {
    type: "string",
    value: "file",
    help: "CA to trust for the platform, PEM (PLATFORM_CERTIFICATE_AUTHORITY holds its text)",
  },
};
