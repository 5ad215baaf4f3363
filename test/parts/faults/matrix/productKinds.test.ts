import { describeMatrix } from "./describeMatrix";
import { operationsOn } from "./operations";

// Kinds of vCluster Platform 4 without rules of their own: each cell ends as that of a template.
const fieldsOf = (name: string) => ({ name, displayName: "one", labels: { cell: name } });

describe("Team", () => {
  describeMatrix(operationsOn({ type: "Team", plural: "teams", inputs: fieldsOf }), { api: 4 });
});

describe("ProjectSecret", () => {
  const secret = {
    type: "ProjectSecret",
    plural: "projectsecrets",
    namespaceOf: () => "p-web",
    inputs: (name: string) => ({ ...fieldsOf(name), project: "web", data: { token: `token of ${name}` } }),
  };
  describeMatrix(operationsOn(secret), { api: 4 });
});
