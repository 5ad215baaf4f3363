import { bad, created, invalid, notAllowed, notFound, ok, type Row, type Rows } from "./expectations";
import { apiVersion, type Body, get, merge, patch, post, postKey, postProject, type Request, template } from "./row";

const dropped = (field: string) => ({ warning: `299 - "unknown field \\"${field}\\""`, absent: [field] });
const strict = "?fieldValidation=Strict";
const refusedStrictly = (kind: string, field: string) => ({
  ...bad,
  message: `${kind} in version "v1" cannot be handled as a ${kind}: strict decoding error: unknown field "${field}"`,
});
const strictKey = (spec: object): Request => {
  const { path, ...request } = postKey("my-k", spec);
  return { ...request, path: `${path}${strict}` };
};
const keyWith = (spec: object, ...rest: [object]): Row => [postKey("my-k", spec), ...(rest as unknown as Row)] as Row;
const plain = post(template("my-a", { displayName: "d" }));

/** Fields on a server whose types are known whole. */
export const productFields: Rows = {
  "POST an unknown field of the spec": [
    post(template("my-a", { x: 1, displayName: "d" })),
    created({ spec: { displayName: "d" } }, { only: 4, ...dropped("spec.x") }),
  ],
  "POST an unknown field of the spec, Strict": [
    post(template("my-a", { x: 1 }), strict),
    { only: 4, ...refusedStrictly("SpaceTemplate", "spec.x") },
  ],
  "POST an unknown field of the spec, Ignore": [
    post(template("my-a", { x: 1 }), "?fieldValidation=Ignore"),
    created({}, { only: 4, absent: ["spec.x"] }),
  ],
  "POST an unknown field in a list": [
    post(template("my-a", { access: [{ users: ["*"], x: 1 }] })),
    created(
      { spec: { access: [{ users: ["*"] }] } },
      { only: 4, warning: '299 - "unknown field \\"spec.access[0].x\\""' },
    ),
  ],
  "a merge patch with an unknown field": [
    plain,
    merge("my-a", { spec: { x: 1 } }),
    ok({ spec: { displayName: "d" } }, { only: 4, sameVersionAs: 0, ...dropped("spec.x") }),
  ],
  "a JSON patch with an unknown field, Strict": [
    plain,
    patch("my-a", [{ op: "add", path: "/spec/x", value: 1 }], strict),
    { only: 4, ...refusedStrictly("SpaceTemplate", "spec.x") },
  ],
  "fields of the product are kept": [
    post(template("my-a", { owner: { team: "t" }, versions: [{ version: "1.0.0", template: { objects: "a: b" } }] })),
    created({ spec: { owner: { team: "t" }, versions: [{ version: "1.0.0" }] } }, { only: 4 }),
  ],
  "rules of a key are in its scope": keyWith(
    { rules: [{ verbs: ["get"] }], scope: { rules: [{ resources: [{ resourceNames: ["a"] }] }] } },
    created(
      { spec: { scope: { rules: [{ resources: [{ resourceNames: ["a"] }] }] } } },
      { only: 4, ...dropped("spec.rules") },
    ),
  ),
  "rules of a key beside its scope, Strict": [
    strictKey({ rules: [{ verbs: ["get"] }] }),
    { only: 4, ...refusedStrictly("OwnedAccessKey", "spec.rules") },
  ],
  "bytes that are no base64": keyWith({ oidcLogin: { idToken: "a.b" } }, { only: 4, ...bad }),
  bytes: keyWith(
    { oidcLogin: { idToken: "YWI=" } },
    created({ spec: { oidcLogin: { idToken: "YWI=" } } }, { only: 4 }),
  ),
  "a timestamp that is no date": keyWith({ identityRefresh: "yesterday" }, { only: 4, ...bad }),
  "a timestamp": keyWith(
    { identityRefresh: "2026-01-01T01:00:00.5+01:00" },
    created({ spec: { identityRefresh: "2026-01-01T00:00:00Z" } }, { only: 4 }),
  ),
  "claims of any name": keyWith(
    { identity: { extraClaims: { a: "b" } } },
    created({ spec: { identity: { extraClaims: { a: "b" } } } }, { only: 4 }),
  ),
  "a claim that is no text": keyWith({ identity: { extraClaims: { a: { b: [1] } } } }, { only: 4, ...bad }),
  "none of the allowed words": [
    postProject("my-web"),
    instance({ template: { forwardTokenMode: "Maybe" } }),
    { ...invalid("NotSupported spec.template.forwardTokenMode"), only: 4, eventually: true },
  ],
};

function instance(spec: object): Request {
  return {
    method: "POST",
    path: "/namespaces/p-my-web/virtualclusterinstances",
    body: { apiVersion, kind: "VirtualClusterInstance", metadata: { name: "my-v" }, spec },
  };
}

const self = (spec: object = {}): Request => ({ method: "POST", path: "/selves", body: { kind: "Self", spec } });
const userIn = ([answer]: Body[]) => (answer?.status as { user?: { name: string } } | undefined)?.user?.name;
const uid = expect.stringMatching(/^[-0-9a-f]{36}$/);
const accessKey = "/namespaces/p-my-web/virtualclusterinstances/my-v/accesskey";

/** What the product can be asked, and what it does not have any more. */
export const productRequests: Rows = {
  "who asks": [
    self(),
    created(
      { kind: "Self", status: { subject: expect.any(String), uid, groups: expect.any(Array), instanceID: uid } },
      { only: 4 },
    ),
  ],
  "who asks with a key of a user": [
    { ...self(), as: "viewer" },
    created(
      { status: { user: { name: "viewer" }, subject: "viewer", accessKey: expect.stringMatching(/-viewer$/) } },
      { only: 4 },
    ),
  ],
  "whose a key is": [
    postKey("my-k", { team: "t", type: "User", scope: { roles: [{ role: "vcluster" }] } }),
    ([key]) => self({ accessKey: key?.spec.key }),
    created(
      {
        status: {
          team: { name: "t" },
          accessKey: expect.stringMatching(/-k$/),
          accessKeyType: "User",
          accessKeyScope: { roles: [{ role: "vcluster" }] },
          projectNamespacePrefix: expect.any(String),
        },
      },
      { only: 4, absent: ["status.user", "status.accessKeyScope.rules"] },
    ),
  ],
  "whose an unknown key is": [self({ accessKey: "unknown" }), { status: 401, reason: "Unauthorized", only: 4 }],
  "whose a number is": [self({ accessKey: 5 }), { ...bad, only: 4 }],
  "GET selves": [get("/selves"), { ...notAllowed, only: 4 }],
  "GET the collection of access keys": [
    get("/ownedaccesskeys"),
    { ...notAllowed, message: "the server does not allow this method on the requested resource", only: 4 },
  ],
  "watch the collection of access keys": [get("/ownedaccesskeys?watch=1"), { ...notAllowed, only: 4 }],
  "the keys of the caller's user": [
    self(),
    (given) => postKey("my-k", { user: userIn(given) }),
    (given) => get(`/users/${userIn(given)}/accesskeys`),
    ok(
      {
        kind: "UserAccessKeys",
        accessKeys: expect.arrayContaining([
          expect.objectContaining({ metadata: expect.objectContaining({ name: expect.stringMatching(/-k$/) }) }),
        ]),
      },
      { only: 4 },
    ),
  ],
  "the version of the platform": [
    get("//version"),
    ok(
      {
        version: expect.stringMatching(/^v4\./),
        kubeVersion: expect.stringMatching(/^v1\./),
        gitVersion: expect.any(String),
      },
      { only: 4 },
    ),
  ],
  "import into a project": [
    postProject("my-web"),
    { method: "POST", path: "/projects/my-web/importvirtualcluster", body: {} },
    { ...notFound, message: "the server could not find the requested resource", only: 4 },
  ],
  "the credential of a virtual cluster": [
    postProject("my-web"),
    instance({ external: true, networkPeer: true }),
    get(accessKey),
    ok({ kind: "VirtualClusterAccessKey", accessKey: expect.stringMatching(/^\S{20,}$/) }, { only: 4 }),
  ],
  "the credential of an unknown virtual cluster": [
    postProject("my-web"),
    get(accessKey),
    { ...notFound, match: { details: { kind: "virtualclusterinstances" } }, only: 4 },
  ],
  "the credential opens no other request": [
    postProject("my-web"),
    instance({ external: true }),
    get(accessKey),
    (given) => ({ ...get("/spacetemplates"), authorization: `Bearer ${given[2]?.accessKey}` }),
    { status: 401, reason: "Unauthorized", only: 4 },
  ],
};
