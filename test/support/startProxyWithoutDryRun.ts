import { startMutator } from "./startMutator";

/** Starts a proxy that drops dryRun from every request to a platform, so that every dry run would change the platform. */
export const startProxyWithoutDryRun = (platformUrl: string) =>
  startMutator(platformUrl, (request) =>
    request.replace(/([?&])dryRun=[^&]*&?/, "$1").replace(/,"dryRun":\["\w*"\]/, ""),
  );
