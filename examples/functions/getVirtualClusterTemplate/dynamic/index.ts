import { getVirtualClusterTemplate } from "pulumi-vcluster-platform";

const small = getVirtualClusterTemplate({ name: "small" });

export const parameters = small.then(({ parameters }) => parameters);
