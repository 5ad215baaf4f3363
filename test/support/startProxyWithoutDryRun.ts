import { startMutator } from "./startMutator";

/** Starts a proxy that drops dryRun from requests, so that every dry run changes the platform. */
export const startProxyWithoutDryRun = (platformUrl: string) =>
  startMutator(platformUrl, (request) =>
    request.replace(/([?&])dryRun=[^&]*&?/, "$1").replace(/,"dryRun":\["\w*"\]/, ""),
  );
