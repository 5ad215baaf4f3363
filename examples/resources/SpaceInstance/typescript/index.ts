import * as platform from "pulumi-vcluster-platform-plugin";

const ci = new platform.SpaceInstance(
  "ci",
  {
    name: "ci",
    project: "payments",
    displayName: "CI of the payments team",
    templateRef: { name: "isolated" },
  },
  // Its deletion would delete all that is in it.
  { protect: true },
);

export const namespace = ci.hostNamespace;
