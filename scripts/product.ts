// npm run product -- FILE: compares an OpenAPI document of the product with the fields of the
// provider and the kinds of the embedded platform. The exit code is 1 if anything differs.
import { compareKinds, type Differences } from "./product/compare.js";
import { platformPart, providerPart } from "./product/ownKinds.js";
import { DocumentError, readProductDocument } from "./product/productDocument.js";

const badInput = 2;

/** The differences as text, by kind. */
function reportOf(differences: Differences): string {
  const kinds = [...differences].map(([kind, lines]) => {
    const texts = [...lines].map(([line, parts]) => `  ${line} (${parts.join(", ")})`);
    return [kind, ...texts].join("\n");
  });
  return kinds.length === 0 ? "Nothing differs." : kinds.join("\n");
}

/** The command `npm run product`. */
export async function main([file]: string[]) {
  try {
    if (file === undefined) throw new DocumentError("The file is missing. Run npm run product -- swagger.json.");
    const differences = compareKinds(readProductDocument(file), [providerPart(), platformPart()]);
    console.log(reportOf(differences));
    return differences.size === 0 ? 0 : 1;
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    console.error(error.message);
    return badInput;
  }
}
