import * as platform from "pulumi-platform-plugin";

const ci = platform.getOwnedAccessKeyOutput({ name: "ci-key" });

export const expiresAt = ci.expiresAt;
