import type { Check } from "../check";
import { ok, skipped } from "../line";

/** Who the key is, as far as the platform tells. */
export const identity: Check = {
  name: "identity",
  looksAt:
    "who the platform takes the key for, where a refusal says so: the API has no request that tells, nor when the key expires",
  needs: ["key"],
  run: ({ user }) => ({
    lines: [
      user
        ? ok(`the platform calls it user "${user}"; when it expires is not told`)
        : skipped("not told, nor when it expires: to look for it in the list of keys would read those of others"),
    ],
  }),
};
