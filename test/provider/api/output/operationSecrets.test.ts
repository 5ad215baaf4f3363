import { maxSeenSecretCharacters } from "../../../../provider/api/input/sizeLimits";
import { operationSecrets, Secrets } from "../../../../provider/api/output/redaction";

const secret = "s3cr3t-of-another-operation";

test("an operation masks the secrets of all others, also of later ones", () => {
  const secrets = operationSecrets(["own-secret-0123456789"]);
  operationSecrets([secret]);
  operationSecrets().add("added-secret-0123456789");
  const text = `it is ${secret}, own-secret-0123456789, added-secret-0123456789`;
  for (const author of ["provider", "other", "server"] as const)
    expect(secrets.redact(text, author)).toBe("it is [secret], [secret], [secret]");
});

test("an operation masks short parts of its own secrets only", () => {
  operationSecrets(["kind: Secret, metadata: {name: a}"]);
  const text = "metadata.annotations is own-secret";
  expect(operationSecrets().redact(text, "server")).toBe(text);
  expect(operationSecrets(["own-secret-0123456789"]).redact(text, "server")).toBe("metadata.annotations is [secret]");
});

test("an operation masks each line of the secrets of others, except lines of every manifest", () => {
  operationSecrets([
    "apiVersion: v1\nkind: Secret\nmetadata:\n  name: of-chart\nstringData:\n  password: s3cr3t-of-chart\n",
  ]);
  const text = "kind: Secret, metadata: of-chart has";
  expect(operationSecrets().redact(`${text} password: s3cr3t-of-chart`, "server")).toBe(`${text} [secret]`);
});

test("the end of a long secret is no secret of its own", () => {
  operationSecrets([
    `${Array.from({ length: 100 }, (_, at) => `line ${at * 7919} of a manifest;`)
      .join("")
      .slice(0, 64 * 40)}word`,
  ]);
  expect(operationSecrets().redact("a word", "server")).toBe("a word");
});

test("other secrets than those of operations are not shared", () => {
  expect(new Secrets().redact(`it is ${secret}`, "server")).toBe(`it is ${secret}`);
});

test("a server's text is masked as a whole once there were more secrets than fit into memory", () => {
  const before = operationSecrets(["own-secret-0123456789"]);
  const large = "a b ".repeat(maxSeenSecretCharacters / 16);
  for (const first of "abcde") before.add(first + large);
  expect(before.redact("any text", "server")).toBe("[secret]");
  expect(before.redact("any text")).toBe("[secret]");
  expect(before.redact(`a sentence with ${secret}`, "provider")).toBe("a sentence with [secret]");
});
