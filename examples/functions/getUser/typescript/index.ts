import * as platform from "pulumi-vcluster-platform-plugin";

const mia = platform.getUserOutput({ name: "mia" });

export const email = mia.email;
