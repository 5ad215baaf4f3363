import { BadProxyError, proxyFor } from "../api/proxy.js";

/** What is wrong with the proxy that the environment names for the platform, or undefined. */
export function proxyProblem(
  baseUrl: string,
  env: NodeJS.ProcessEnv,
): { property: string; reason: string } | undefined {
  try {
    proxyFor(baseUrl, env);
    return undefined;
  } catch (error) {
    if (!(error instanceof BadProxyError)) throw error;
    return { property: error.variable, reason: error.message };
  }
}
