import { getTeam } from "pulumi-vcluster-platform";

const developers = getTeam({ name: "web-developers" });

export const users = developers.then(({ users }) => users);
