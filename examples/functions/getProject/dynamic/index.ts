import { getProject } from "pulumi-vcluster-platform";

const web = getProject({ name: "web" });

export const namespace = web.then(({ namespace }) => namespace);
