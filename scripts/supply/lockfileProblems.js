// Requirements for a lockfile, so that `npm ci` installs the reviewed packages and nothing else.

/**
 * @typedef {object} LockedPackage the part that counts of an entry
 * @property {string} [version]
 * @property {string} [resolved]
 * @property {string} [integrity]
 * @property {boolean} [link]
 * @property {boolean} [dev]
 * @property {boolean} [optional]
 * @property {boolean} [hasInstallScript]
 * @property {string[]} [os]
 * @property {string[]} [cpu]
 * @property {string[]} [libc]
 */

/**
 * @typedef {object} Manifest the part that counts of package.json, and of the lockfile's copy of it
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [devDependencies]
 * @property {Record<string, string>} [peerDependencies]
 * @property {Record<string, boolean>} [allowScripts]
 */

/** @typedef {{ lockfileVersion: number, packages: Record<string, LockedPackage & Manifest> }} Lockfile */

const formatVersion = 3;
const sha512 = /^sha512-[A-Za-z0-9+/]{86}==$/;
/** The only package that ships with a script of its own. It compares versions and warns; nothing needs what it does. */
const withScript = "protobufjs";

/** @type {((entry: LockedPackage, name: string, allowScripts: Record<string, boolean>) => string | false | undefined)[]} */
const rules = [
  // .npmrc keeps addresses out of the lockfile, so one that stands there is no registry's.
  ({ link, resolved }) =>
    (link || resolved !== undefined) && `comes from ${link ? "a folder" : resolved}, and not from npm's registry`,
  ({ integrity }) => integrity !== undefined && !sha512.test(integrity) && `has no SHA-512 digest, but ${integrity}`,
  (entry) => entry.integrity === undefined && !isForOtherSystems(entry) && "has no digest",
  ({ hasInstallScript, dev }, name) =>
    hasInstallScript && !dev && name !== withScript && "ships, and runs a script when it is installed",
  ({ hasInstallScript }, name, allowScripts) =>
    hasInstallScript &&
    allowScripts[name] !== false &&
    'runs a script that "allowScripts" of package.json does not forbid',
];

/**
 * A tool's program for a system that neither CI nor a release is made on: a registry that does not keep it has no digest to tell.
 * @param {LockedPackage} entry
 */
function isForOtherSystems({ dev, optional, os = [], cpu = [], libc = ["glibc"] }) {
  if (!dev || !optional || os.length === 0) return false;
  return !(os.includes("linux") && cpu.includes("x64") && libc.includes("glibc"));
}

/**
 * Problems of the packages that package.json names itself.
 * @param {Lockfile} lockfile
 * @param {Manifest} manifest
 * @returns {string[]}
 */
function problemsOfRanges({ packages }, manifest) {
  return /** @type {const} */ (["dependencies", "devDependencies", "peerDependencies"]).flatMap((kind) => {
    const [wanted, locked] = [manifest[kind] ?? {}, packages[""]?.[kind] ?? {}];
    const names = [...new Set([...Object.keys(wanted), ...Object.keys(locked)])];
    return names.flatMap((name) => {
      if (wanted[name] !== locked[name]) return `${name}: ${kind} of package.json and of the lockfile differ`;
      const version = packages[`node_modules/${name}`]?.version ?? "none";
      return isInRange(version, wanted[name] ?? "") ? [] : `${name}: ${version} is not in ${wanted[name]}`;
    });
  });
}

/**
 * Whether a version is in a range like `^1.2.3`; another kind of range has nothing in it.
 * @param {string} version
 * @param {string} range
 */
function isInRange(version, range) {
  const [found, least] = [parts(version), parts(range.replace(/^\^/, ""))];
  if (!range.startsWith("^") || !found || !least) return false;
  const fixed = least.findIndex((part) => part > 0);
  const differs = found.findIndex((part, index) => part !== least[index]);
  return differs < 0 || (differs > fixed && (found[differs] ?? 0) > (least[differs] ?? 0));
}

/** @param {string} version */
const parts = (version) => /^(\d+)\.(\d+)\.(\d+)/.exec(version)?.slice(1).map(Number);

/**
 * Everything that is wrong with a lockfile, as sentences.
 * @param {Lockfile} lockfile
 * @param {Manifest} manifest
 * @returns {string[]}
 */
function lockfileProblems(lockfile, manifest) {
  const { "": _self, ...others } = lockfile.packages;
  const ofPackages = Object.entries(others).flatMap(([folder, entry]) => {
    const name = folder.split("node_modules/").at(-1) ?? folder;
    const found = rules.flatMap((rule) => rule(entry, name, manifest.allowScripts ?? {}) || []);
    return found.map((problem) => `${folder} ${problem}`);
  });
  const { lockfileVersion: version } = lockfile;
  const ofFormat = version === formatVersion ? [] : [`The lockfile has format ${version}, and not ${formatVersion}`];
  return [...ofFormat, ...problemsOfRanges(lockfile, manifest), ...ofPackages];
}

module.exports = { lockfileProblems };
