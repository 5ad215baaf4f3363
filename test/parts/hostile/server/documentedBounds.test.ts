import { readFileSync } from "node:fs";
import { maxHeaderSize } from "node:http";
import path from "node:path";
import { longestName, mostSecretCharacters } from "../../../../provider/api/input/apiObject";
import { deepestJson } from "../../../../provider/api/input/foreignJson";
import { longestToken } from "../../../../provider/api/input/responseBody";
import { maxListBytes } from "../../../../provider/api/lists/bulkReader";
import { mostInList } from "../../../../provider/api/lists/pages";
import { mostResponseBytes } from "../../../../provider/api/transport/pool";
import { maxSecretCharacters } from "../../../../provider/engine/session";
import { root } from "../../../support/environment";

const page = readFileSync(path.join(root, "docs", "reliability.md"), "utf8");
const section = /^## Hostile server\n(.*?)(?=^## |$(?![\s\S]))/ms.exec(page)?.[1] ?? "";
const rows = [...section.matchAll(/^\| (.+) \| ([\d,]+(?: [KM]iB)?) \|$/gm)].map(([, what, bound]) => [what, bound]);
const figure = (count: number) => count.toLocaleString("en-US");

test("docs/reliability.md has the limits of the code", () => {
  expect(Object.fromEntries(rows)).toEqual({
    "the body of an answer, also of an error": `${mostResponseBytes / 1024 / 1024} MiB`,
    "the headers of an answer": `${maxHeaderSize / 1024} KiB`,
    "levels of JSON in an answer": figure(deepestJson),
    "pages of a list": figure(mostInList.pages),
    "objects of a list": figure(mostInList.objects),
    "characters of a list": figure(mostInList.characters),
    "memory that a list takes of which many reads are answered, as it is estimated": `${maxListBytes / 1024 / 1024} MiB`,
    "times that an expired list is begun again": figure(mostInList.restarts),
    "characters of a continue token": figure(longestToken),
    "characters of a name, uid or resourceVersion": figure(longestName),
    "characters of the secrets of an object": figure(mostSecretCharacters),
    "characters of the secrets of all objects that one operation reads": figure(maxSecretCharacters),
  });
});
