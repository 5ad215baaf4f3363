import { readFileSync } from "node:fs";
import { maxHeaderSize } from "node:http";
import path from "node:path";
import { maxNameLength, maxSecretCharacters } from "../../../../provider/api/input/apiObject";
import { maxTokenLength } from "../../../../provider/api/input/responseBody";
import { maxJsonDepth } from "../../../../provider/api/input/untrustedJson";
import { maxListBytes } from "../../../../provider/api/lists/bulkReader";
import { listLimits } from "../../../../provider/api/lists/pages";
import { maxResponseBytes } from "../../../../provider/api/transport/pool";
import { maxOperationSecretCharacters } from "../../../../provider/engine/session";
import { root } from "../../../support/environment";

const page = readFileSync(path.join(root, "docs", "reliability.md"), "utf8");
const section = /^## Hostile server\n(.*?)(?=^## |$(?![\s\S]))/ms.exec(page)?.[1] ?? "";
const rows = [...section.matchAll(/^\| (.+) \| ([\d,]+(?: [KM]iB)?) \|$/gm)].map(([, what, bound]) => [what, bound]);
const figure = (count: number) => count.toLocaleString("en-US");

test("docs/reliability.md has the limits of the code", () => {
  expect(Object.fromEntries(rows)).toEqual({
    "the body of an answer, also of an error": `${maxResponseBytes / 1024 / 1024} MiB`,
    "the headers of an answer": `${maxHeaderSize / 1024} KiB`,
    "levels of JSON in an answer": figure(maxJsonDepth),
    "pages of a list": figure(listLimits.pages),
    "objects of a list": figure(listLimits.objects),
    "characters of a list": figure(listLimits.characters),
    "memory that a list takes of which many reads are answered, as it is estimated": `${maxListBytes / 1024 / 1024} MiB`,
    "times that an expired list is begun again": figure(listLimits.restarts),
    "characters of a continue token": figure(maxTokenLength),
    "characters of a name, uid or resourceVersion": figure(maxNameLength),
    "characters of the secrets of an object": figure(maxSecretCharacters),
    "characters of the secrets of all objects that one operation reads": figure(maxOperationSecretCharacters),
  });
});
