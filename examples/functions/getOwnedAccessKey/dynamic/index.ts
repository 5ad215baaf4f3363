import { getOwnedAccessKey } from "pulumi-platform";

const ci = getOwnedAccessKey({ name: "ci-key" });

export const expiresAt = ci.then(({ expiresAt }) => expiresAt);
