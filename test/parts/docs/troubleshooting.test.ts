import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { connectionFailures } from "../../../provider/api/connectionFailures.js";
import { root } from "../../support/environment";

const read = (file: string) => readFileSync(path.join(root, file), "utf8");
const page = read("docs/troubleshooting.md");

/** The messages in the first cells of all tables of the page. */
const quoted = page
  .split("\n")
  .filter((line) => line.startsWith("| ") && !line.startsWith("| message |"))
  .flatMap((line) => [...(line.split(" | ")[0] ?? "").matchAll(/`([^`]+)`/g)].map(([, words = ""]) => words))
  .filter((words) => words !== "externalChange" && words !== "--fail-on");

const files = execFileSync("git", ["ls-files", "provider", "sdk", "cli"], { cwd: root, encoding: "utf8" });
const sources = files
  .split("\n")
  .filter((file) => file.endsWith(".ts"))
  .map((file) => read(file).replaceAll("\\`", "`").replaceAll('\\"', '"'))
  .join("\n");

/** Messages that the sources compose, with the fixed words that they compose them of. */
const composed: Readonly<Record<string, readonly string[]>> = {
  "baseUrl is not set": ["baseUrl", "is not set"],
  "accessKey is not set": ["accessKey", "is not set"],
  "is not set, though clientCertificate is": ["is not set", ", though"],
  "HTTPS_PROXY cannot be used: it …": ["HTTPS_PROXY", "cannot be used: it"],
  "401 Unauthorized": ["401", "Unauthorized"],
  "403 Forbidden": ["403", "Forbidden"],
  "409 Conflict": ["409", "Conflict"],
  "answered a redirect to …, which is not followed with an access key": [
    "answered a redirect",
    "which is not followed",
  ],
  "answered an object without metadata": ["an object without metadata"],
  "answered no JSON": ["no JSON"],
  "answered an object whose … is no …": ["an object whose", "is no"],
  "JSON that is nested more than 200 levels deep": ["JSON that is nested more than", "levels deep"],
  "JSON of more than 1000000 values": ["JSON of more than", "values"],
  "the platform refuses property …": ["the platform refuses", "property"],
  "has no apiVersion": ["has no", "apiVersion"],
  "it is being deleted since …": ["being deleted since"],
  "the whole object was written, with the value of key that state knows": [
    "the whole object was written",
    "that state knows",
  ],
  "still being deleted: waiting for …": ["still being deleted:", "waiting for"],
  "deleted and created again by somebody else: uid was …": ["deleted and created again by somebody else", "uid was"],
  "the key was disabled outside by …": ["the key was disabled outside", " by "],
  "is replaced by a new key, but the key was disabled outside": [
    "is replaced by a new key, but",
    "was disabled outside",
  ],
  "Cannot import …: the id …": ["Cannot import", "the id"],
  "Name another file, or overwrite it with --force": ["Name another file, or overwrite", "with --force"],
  "cannot read the …": ["cannot", "read the"],
  "cannot write the …": ["cannot", "write the"],
};

/** Messages of Pulumi and Node.js; `pages/troubleshooting` provokes them. */
const foreign = [
  "Cannot read properties of undefined (reading 'toJavaScript')",
  "no resource plugin 'pulumi-resource-platform' found",
  "using pulumi-resource-platform from $PATH",
  "Cannot find module 'pulumi-platform/dynamic'",
  "failed to load checkpoint: EOF",
  "Unknown option",
];

const partsOf = (words: string) => composed[words] ?? words.split("…").map((part) => part.trim());

test.each(quoted.filter((words) => !foreign.includes(words)))("the sources contain the message: %s", (words) => {
  expect(partsOf(words).filter((part) => !sources.includes(part))).toEqual([]);
});

test("the tables of this test name messages of the page only", () => {
  expect([...Object.keys(composed), ...foreign].filter((words) => !quoted.includes(words))).toEqual([]);
});

test("the docs explain every way in which a connection can fail", () => {
  const known = page + read("docs/network.md");
  const causes = Object.values(connectionFailures).map(({ cause }) => cause);
  // The page on networks quotes a cause after the words that all of its kind begin with.
  const isKnown = (cause: string) =>
    [cause, cause.split(", since ")[1] ?? cause].some((words) => known.includes(words));
  expect(causes.filter((cause) => cause !== "the request failed" && !isKnown(cause))).toEqual([]);
});
