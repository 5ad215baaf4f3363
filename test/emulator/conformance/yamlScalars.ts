import { apiVersion, bad, created, invalid, postYaml, type Row, type Rows } from "./row";

/** What a plain scalar is read as, in JSON. */
const scalars: [string, string][] = [
  ["yes", "true"],
  ["Yes", "true"],
  ["no", "false"],
  ["on", "true"],
  ["off", "false"],
  ["y", "true"],
  ["n", "false"],
  ["TRUE", "true"],
  ["true", "true"],
  ["null", "null"],
  ["~", "null"],
  ["012", "10"],
  ["08", "8"],
  ["0o14", "12"],
  ["0x1F", "31"],
  ["0b11", "3"],
  ["1_000", "1000"],
  ["1:30", '"1:30"'],
  ["1:30:00", '"1:30:00"'],
  ["2020-01-01", '"2020-01-01"'],
  ["2020-01-01T00:00:00Z", '"2020-01-01T00:00:00Z"'],
  [".5", "0.5"],
  ["+1", "1"],
  ["1e3", "1000"],
  ["12e03", "12000"],
  ["1.", "1"],
  ["1e400", '"1e400"'],
  ["<<x", '"<<x"'],
  ["=", '"="'],
  ["1,000", '"1,000"'],
  ["0777", "511"],
  ["-0", "0"],
  ["1__0", "10"],
  ["0x", '"0x"'],
];

const keys: [string, string][] = [
  ["y", '{"true":"x"}'],
  ["on", '{"true":"x"}'],
  ["012", '{"10":"x"}'],
  ["1.0", '{"1":"x"}'],
  ["2020-01-01", '{"2020-01-01":"x"}'],
];

const refused: [string, string, string][] = [
  [".inf", "  x: .inf", "json: unsupported value: +Inf"],
  [".nan", "  x: .nan", "json: unsupported value: NaN"],
  ["as a map key: null", "  x: {null: x}", 'unsupported map key of type: %!s(<nil>), key: <nil>, value: "x"'],
  ["as a map key: ~", "  x: {~: x}", 'unsupported map key of type: %!s(<nil>), key: <nil>, value: "x"'],
];

const yaml = (spec: string) =>
  postYaml(`apiVersion: ${apiVersion}\nkind: SpaceTemplate\nmetadata:\n  name: my-y1\nspec:\n${spec}\n`);

/** Plain YAML scalars as the server reads them. */
export const yamlScalars: Rows = {
  ...Object.fromEntries(
    scalars.map(([plain, json]): [string, Row] => [
      plain,
      // Go types have no untyped place.
      [yaml(`  x: ${plain}`), created({}, { contains: `"x":${json}`, only: "custom" })],
    ]),
  ),
  ...Object.fromEntries(
    keys.map(([plain, json]): [string, Row] => [
      `as a map key: ${plain}`,
      [
        yaml(`  template:\n    metadata:\n      labels:\n        ${plain}: x`),
        created({}, { contains: `"labels":${json}` }),
      ],
    ]),
  ),
  ...Object.fromEntries(
    refused.map(([fact, spec, why]): [string, Row] => [
      fact,
      [
        yaml(spec),
        bad,
        `the object provided is unrecognized (must be of type SpaceTemplate): ${why} (61706956657273696f6e3a206d616e6167656d656e742e... ...)`,
      ],
    ]),
  ),
  "a plain y as displayName": [yaml("  displayName: y"), { ...invalid(), native: bad }],
  "a plain word as a label value": [
    postYaml(`apiVersion: ${apiVersion}\nkind: SpaceTemplate\nmetadata:\n  name: my-y2\n  labels: {a: on}\n`),
    bad,
    "...json: cannot unmarshal bool into Go struct field ObjectMeta.labels of type string",
  ],
};
