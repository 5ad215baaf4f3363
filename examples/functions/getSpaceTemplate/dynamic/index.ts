import { getSpaceTemplate } from "pulumi-vcluster-platform";

const web = getSpaceTemplate({ name: "web-team" });

export const displayName = web.then(({ displayName }) => displayName);
