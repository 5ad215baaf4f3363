import * as platform from "pulumi-vcluster-platform-plugin";

const developers = platform.getTeamOutput({ name: "web-developers" });

export const users = developers.users;
