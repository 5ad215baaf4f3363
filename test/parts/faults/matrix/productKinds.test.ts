import { describeMatrix } from "./describeMatrix";
import { operationsOn } from "./operations";

// Kinds of vCluster Platform 4 without rules of their own: each cell ends as that of a template.
describe("Team", () => {
  const inputs = (name: string) => ({ name, displayName: "one", labels: { cell: name } });
  describeMatrix(operationsOn({ type: "Team", plural: "teams", inputs }), { api: 4 });
});
