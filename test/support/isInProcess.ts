/** Whether tests ask the provider's sources in their own process only: `npm run mutation` does, since no other process sees a mutant. */
export const isInProcess = (): boolean => process.env.PROVIDER_IN_PROCESS === "1";
