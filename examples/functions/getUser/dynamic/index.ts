import { getUser } from "pulumi-vcluster-platform";

const mia = getUser({ name: "mia" });

export const email = mia.then(({ email }) => email);
