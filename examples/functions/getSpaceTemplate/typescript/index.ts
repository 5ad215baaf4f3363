import * as platform from "pulumi-vcluster-platform-plugin";

const web = platform.getSpaceTemplateOutput({ name: "web-team" });

export const displayName = web.displayName;
