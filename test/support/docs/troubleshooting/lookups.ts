import { createAsColleague } from "../../http";
import type { Provocations } from "./workshop";

const type = "SpaceTemplate";
const nothing = { inputs: {}, state: {} };

/** What to say of imports and of functions. */
export const lookups: Provocations = {
  "Cannot import …: the id …": ({ driver }) => driver.read(type, { id: "..", ...nothing }),
  "on the platform at …. Check the type, the id and platform:baseUrl": ({ driver }) =>
    driver.read(type, { id: "nobody", ...nothing }),
  "has fields in lists that this provider does not know": async ({ platform, driver }) => {
    const spec = { access: [{ users: ["*"], verbs: ["get"], subresources: ["*"] }] };
    await createAsColleague(platform, "spacetemplates", { kind: type, metadata: { name: "richer" }, spec });
    return driver.read(type, { id: "richer", ...nothing });
  },
  "is refused by the platform": ({ driver }) => driver.invoke("listSpaceTemplates", { labelSelector: "a==b==c" }),
  "does not offer virtual clusters of projects": ({ platform, driver }) => {
    const action = { status: 404, body: "404 page not found\n" };
    platform.faults.add({ verb: "get", kind: "VirtualClusterInstance", times: 9, action });
    return driver.invoke("getVirtualCluster", { project: "web", name: "team" });
  },
  "on this platform, or the access key may not see it": ({ driver }) =>
    driver.invoke("getSpaceTemplate", { name: "nobody" }),
};
