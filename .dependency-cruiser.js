// The direction of imports: adapters → engine → resources → objects → api.
// `npm run check` enforces it, and test/repo/imports.test.ts tests each rule.

/**
 * @param {string} name
 * @param {string} comment
 * @param {string} from
 * @param {object} to
 * @returns {import("dependency-cruiser").IForbiddenRuleType}
 */
const forbid = (name, comment, from, to) => ({ name, comment, severity: "error", from: { path: from }, to });

/**
 * @param {string} library
 * @param {string} owner
 */
const onlyIn = (library, owner) => ({
  name: `only-${owner}-knows-${library}`,
  comment: `One file knows each third-party library: ${library} belongs to ${owner}.`,
  severity: "error",
  from: { path: "^(provider|sdk|emulator|cli)/", pathNot: `^${owner}` },
  to: { path: `^node_modules/${library}/` },
});

// The embedded platform from the bottom up: each of these knows only those before it, and itself.
const platformLayers = {
  text: "text/",
  errors: "statusError\\.ts$",
  kinds: "kinds/",
  store: "store/",
  access: "access/",
  world: "(call|route|servers|world)\\.ts$",
  lists: "lists/",
  objects: "objects/",
  patches: "patches/",
  operations: "operations/",
  beside: "(controllers|discovery|seed)/",
  requests: "requests/",
  faults: "faults/",
  http: "http/",
  platform: "(platform|options)\\.ts$",
};

// A file that stands in no layer is above all, so none may know it.
const layerRules = Object.entries(platformLayers).map(([name, path], index, all) => {
  const known = all.slice(0, index + 1).map(([, below]) => below);
  const to = { path: `^emulator/(?!${known.join("|")})` };
  return forbid(`platform-${name}-knows-what-is-below`, "Each layer knows those below it.", `^emulator/${path}`, to);
});

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    { name: "no-cycles", severity: "error", from: {}, to: { circular: true } },
    { name: "no-unresolved", severity: "error", from: {}, to: { couldNotResolve: true } },
    forbid("cli-has-one-entry", "The commands use the provider through one file.", "^cli/", {
      path: "^provider/(?!cliFacade|(?:package|setting)Names)",
    }),
    forbid("api-knows-http-only", "api/ knows HTTP only.", "^provider/api/", {
      path: "^provider/(?!api/|(?:package|setting)Names\\.ts)",
    }),
    forbid("objects-below-resources", "objects/ knows API objects only.", "^provider/objects/", {
      path: "^provider/(adapters|engine|resources)",
    }),
    forbid("resources-below-engine", "A resource never reaches up.", "^provider/resources/", {
      path: "^provider/(adapters|engine|schema)",
    }),
    forbid("engine-below-adapters", "The engine serves any adapter.", "^provider/(engine|config|schema)", {
      path: "^provider/adapters/",
    }),
    forbid(
      "no-resource-by-name",
      "The engine and the adapters know no resource by name.",
      "^provider/(engine|adapters/)",
      {
        path: "^provider/resources/(?!registry\\.ts)",
      },
    ),
    forbid("sdk-is-thin", "A program must not load the provider: sdk/ takes types only.", "^sdk/", {
      path: "^(provider/(?!(?:package|setting)Names\\.ts)|emulator/|cli/)",
      dependencyTypesNot: ["type-only"],
    }),
    forbid("platform-is-independent", "The embedded platform is no mirror of the client.", "^emulator/", {
      path: "^(provider|sdk|cli)/",
    }),
    forbid("provider-is-independent", "The provider never knows the embedded platform.", "^provider/", {
      path: "^(emulator|sdk|cli)/",
    }),
    ...layerRules,
    onlyIn("undici", "provider/api/transport/pool\\.ts"),
    onlyIn("fast-json-patch", "provider/objects/wire/jsonPatch\\.ts"),
    onlyIn("node-forge", "emulator/http/certificate\\.ts"),
    onlyIn("commander", "cli/program\\.ts"),
    onlyIn("diff", "cli/drift/formats/valueDiff\\.ts"),
    onlyIn("js-yaml", "(emulator/text/|provider/objects/wire/templateObjects\\.ts)"),
    onlyIn("lossless-json", "emulator/text/json\\.ts"),
    onlyIn("xmlbuilder", "cli/drift/formats/junit\\.ts"),
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    // The package names itself where a program's state, or the version, leads back to it.
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["require", "node", "default", "types"] },
  },
};
