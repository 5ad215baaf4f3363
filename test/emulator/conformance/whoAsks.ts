import { get, type Section } from "./row";

const refused = { status: 401, reason: "Unauthorized", message: "Unauthorized", absent: ["details"] };
const asking = (authorization: string | null) => ({ ...get("/spacetemplates"), authorization });

export const whoAsks: Section = {
  title: "Who asks",
  rows: [
    { fact: "no token", request: asking(null), ...refused },
    { fact: "unknown token", request: asking("Bearer unknown"), ...refused },
    { fact: "empty token", request: asking("Bearer "), ...refused },
    { fact: "Authorization: the token alone", request: asking("my-key"), ...refused },
    {
      fact: "nobody + broken JSON: who asks is checked first",
      request: { method: "POST", path: "/spacetemplates", body: "{", type: "application/json", authorization: null },
      ...refused,
    },
  ],
  todo: [
    "viewer, POST → 403",
    "viewer, PUT → 403",
    "viewer, PATCH of an unknown name → 403",
    "viewer, DELETE of an unknown name → 403",
    "with anonymous access on, no token → 403",
    "scope and rules of a key",
  ],
};
