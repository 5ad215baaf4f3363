import { getSpaceTemplate } from "pulumi-platform";

const web = getSpaceTemplate({ name: "web-team" });

export const displayName = web.then(({ displayName }) => displayName);
