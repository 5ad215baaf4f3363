import { apiVersion, post, type Section, template } from "./row";

const json = "application/json";

/** What a create keeps as it was sent. */
export const createKept: Section = {
  title: "What is kept as sent",
  rows: [
    {
      fact: "empty list, map, string, false, 0 in spec",
      request: post(template("my-c35", { access: [], displayName: "", template: {}, x: { b: false, i: 0, n: null } })),
      status: 201,
      match: { spec: { access: [], displayName: "", template: {}, x: { b: false, i: 0, n: null } } },
      native: { status: 201, absent: ["spec.access", "spec.displayName", "spec.template"] },
    },
    {
      fact: "null in a typed field is dropped",
      request: post(template("my-c35", { displayName: null })),
      status: 201,
      absent: ["spec.displayName"],
    },
    {
      fact: "empty labels, annotations, finalizers",
      request: post(template("my-c36", {}, { labels: {}, annotations: {}, finalizers: [] })),
      status: 201,
      absent: ["metadata.labels", "metadata.annotations", "metadata.finalizers"],
    },
    {
      fact: "1.0, 1e2, 2^64, 0.1 as numbers",
      request: post(
        `{"apiVersion":"${apiVersion}","kind":"SpaceTemplate","metadata":{"name":"my-c37"},"spec":{"x":[1.0,1e2,18446744073709551616,0.1]}}`,
        "",
        json,
      ),
      status: 201,
      only: "custom",
      contains: '"x":[1,100,18446744073709552000,0.1]',
    },
    {
      fact: "2^53+1 in an untyped field",
      request: post(
        `{"apiVersion":"${apiVersion}","kind":"SpaceTemplate","metadata":{"name":"my-c38"},"spec":{"x":9007199254740993}}`,
        "",
        json,
      ),
      status: 201,
      only: "custom",
      contains: '"x":9007199254740993',
    },
    {
      fact: "doubled JSON key",
      request: post(
        `{"apiVersion":"${apiVersion}","kind":"SpaceTemplate","metadata":{"name":"my-c39"},"spec":{"description":"a","description":"b"}}`,
        "",
        json,
      ),
      status: 201,
      match: { spec: { description: "b" } },
      warning: '299 - "duplicate field \\"spec.description\\""',
    },
  ],
};
