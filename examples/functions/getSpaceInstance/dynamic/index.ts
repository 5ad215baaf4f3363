import { getSpaceInstance } from "pulumi-vcluster-platform";

const ci = getSpaceInstance({ project: "payments", name: "ci" });

export const phase = ci.then(({ phase }) => phase);
