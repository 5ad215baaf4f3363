import { getOwnedAccessKey } from "pulumi-vcluster-platform";

const ci = getOwnedAccessKey({ name: "ci-key" });

export const expiresAt = ci.then(({ expiresAt }) => expiresAt);
