// The bill of materials of a release (CycloneDX): its packages with versions, licenses and digests.
import fs from "node:fs";
import path from "node:path";
import { npmName } from "../../provider/packageNames.js";
import { npm } from "../setup/paths.js";
import { printed } from "../setup/processes.js";

/** The plugin's archives hold a part of Pulumi's library, without the packages that it needs. */
const library = "node_modules/@pulumi/pulumi";

interface Lockfile {
  packages: Record<string, { dev?: boolean; dependencies?: object; [field: string]: unknown }>;
}

/**
 * The text of the bill, the same in every build of a commit.
 * @param folder an empty folder
 * @param seconds since 1970, its time
 */
export async function billOfMaterials(clone: string, folder: string, seconds: number) {
  // npm takes the name from the folder.
  const project = path.join(folder, npmName);
  fs.mkdirSync(project, { recursive: true });
  writeShipped(clone, project);
  const args = ["sbom", "--sbom-format", "cyclonedx", "--omit", "dev", "--package-lock-only", "--loglevel", "error"];
  const { serialNumber: _random, ...bill } = JSON.parse(await printed(npm, args, { cwd: project }));
  bill.metadata.timestamp = new Date(seconds * 1000).toISOString();
  return `${JSON.stringify(bill, null, 2)}\n`;
}

/**
 * Writes package.json and the lockfile without development packages. `npm sbom --omit dev`
 * leaves out shipped packages that a development package needs too, such as zod.
 */
function writeShipped(clone: string, project: string) {
  const read = (file: string) => JSON.parse(fs.readFileSync(path.join(clone, file), "utf8"));
  const write = (file: string, value: object) => fs.writeFileSync(path.join(project, file), JSON.stringify(value));
  const { devDependencies: _development, ...manifest } = read("package.json");
  const { packages, ...lockfile }: Lockfile = read("package-lock.json");
  const shipped = Object.entries(packages).filter(([name, { dev }]) => name && !dev);
  const { dev: _dev, dependencies: _needed, ...part } = packages[library] ?? {};
  write("package.json", manifest);
  write("package-lock.json", {
    ...lockfile,
    packages: { "": manifest, ...Object.fromEntries(shipped), [library]: part },
  });
}
