import * as platform from "pulumi-platform-plugin";

const web = platform.getSpaceTemplateOutput({ name: "web-team" });

export const displayName = web.displayName;
