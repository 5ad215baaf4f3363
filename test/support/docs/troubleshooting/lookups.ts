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
  "on this platform, or the access key may not see it": ({ driver }) =>
    driver.invoke("getSpaceTemplate", { name: "nobody" }),
};
