// The files of the plugin's archives: the provider, its packages, and a program that Pulumi starts.
import fs from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import { Failure } from "../setup/failure.js";

export interface ArchivedFile {
  /** With slashes. */
  name: string;
  content: Buffer;
  isProgram?: boolean;
}

/** The plugin needs only the protocol of Pulumi's library: other packages are archived whole. */
const library = "node_modules/@pulumi/pulumi";
const main = "dist/plugin.js";
const own = ["README.md", "LICENSE", "THIRD_PARTY.md", "CHANGELOG.md", "package.json", "schema.json"];
const program = "pulumi-resource-vcluster-platform";

/** How Pulumi starts the plugin: on Windows it looks for the second. */
const starters = [
  {
    name: program,
    content: Buffer.from(`#!/usr/bin/env node\nrequire("./${main}");\n`),
    isProgram: true,
  },
  { name: `${program}.cmd`, content: Buffer.from(`@node "%~dp0${program}" %*\r\n`), isProgram: true },
];

/** Whether a file is a type declaration or a source map, which no program needs. */
const isLeftOut = (file: string) => /\.(map|[cm]?ts)$/.test(file);

/** The files of the plugin, from a folder with installed packages and a compiled provider. */
export async function pluginFiles(root: string): Promise<ArchivedFile[]> {
  const code = await loadedFiles(root);
  const packages = packagesOf(code).flatMap((folder) =>
    folder === library ? ["package.json", "LICENSE"].map((file) => `${library}/${file}`) : packageFiles(root, folder),
  );
  const files = [...new Set([...own, ...code, ...packages])].filter((file) => !isLeftOut(file)).sort();
  const native = files.find((file) => file.endsWith(".node"));
  if (native) throw new Failure(`${native} runs on one system only, and the archives are the same for all.`);
  return [...starters, ...files.map((file) => ({ name: file, content: fs.readFileSync(path.join(root, file)) }))];
}

/** The folders of the packages in the archives, whole or in part. */
export const archivedPackages = async (root: string) => packagesOf(await loadedFiles(root));

/** The files that the plugin's program leads to by `require` and `import()`. */
async function loadedFiles(root: string) {
  const { metafile } = await build({
    absWorkingDir: fs.realpathSync(root),
    entryPoints: [main],
    bundle: true,
    platform: "node",
    metafile: true,
    preserveSymlinks: true,
    write: false,
    logLevel: "silent",
  });
  return Object.keys(metafile.inputs).sort();
}

const packagesOf = (files: readonly string[]) => {
  const folder = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/;
  return [...new Set(files.flatMap((file) => folder.exec(file)?.[0] ?? []))].sort();
};

/** The files of a package without those of packages that are installed inside it. */
function packageFiles(root: string, folder: string) {
  const entries = fs.readdirSync(path.join(root, folder), { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  const names = files.map((file) => path.relative(root, file).split(path.sep).join("/"));
  return names.filter((name) => !name.startsWith(`${folder}/node_modules/`));
}
