import * as platform from "pulumi-vcluster-platform-plugin";

const ci = platform.getOwnedAccessKeyOutput({ name: "ci-key" });

export const expiresAt = ci.expiresAt;
