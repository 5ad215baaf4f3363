import type { CommandOptions } from "./command";

/**
 * The options that say which platform a command looks at, with the places that count where they are not given: some commands
 * look at others before the environment. The key is none of them: a command line is no place for it.
 */
export function connectionOptions(...before: readonly string[]): CommandOptions {
  const orElse = (...places: readonly string[]) => `(${[...before, ...places].join(", ")})`;
  return {
    "base-url": {
      type: "string",
      value: "address",
      help: `Address of the platform ${orElse("PLATFORM_BASE_URL", "a login file")}`,
    },
    vendor: {
      type: "string",
      value: "domain",
      help: `Domain in the API group ${orElse("PLATFORM_VENDOR", "loft.sh")}`,
    },
    "owner-id": {
      type: "string",
      value: "text",
      help: `What platform:ownerId is for the stacks ${orElse("PLATFORM_OWNER_ID")}`,
    },
    "certificate-authority": {
      type: "string",
      value: "file",
      help: `CA to trust for the platform, PEM; elsewhere its text ${orElse("PLATFORM_CERTIFICATE_AUTHORITY")}`,
    },
  };
}
