// Policies for stacks of vCluster Platform in any language. Copy the folder, run npm install in it, and in the stack
// pulumi preview --policy-pack <folder>. Settings: --policy-pack-config <file>, such as {"keys-end": {"maxDays": 30}}.
import {
  PolicyPack,
  type ResourceValidationArgs,
  type ResourceValidationPolicy,
  type StackValidationPolicy,
  UnknownValueError,
} from "@pulumi/policy";

const day = 24 * 3600;

/** The kind of a resource, of the plugin or of a class in TypeScript. Nothing for other providers. */
const kindOf = (type: string) =>
  /^(?:vcluster-platform:index|pulumi-nodejs:dynamic\/vcluster-platform):(\w+)$/.exec(type)?.[1];

/** Stands for a value that a preview does not know. The policies run again in the update, which knows it. */
const unknown = Symbol("unknown");

/** A member of a value. Pulumi throws where it is unknown. */
function read(value: unknown, member: string): unknown {
  try {
    return (value as Record<string, unknown> | undefined)?.[member];
  } catch (error) {
    if (error instanceof UnknownValueError) return unknown;
    throw error;
  }
}

const isComposite = (value: unknown): value is object => typeof value === "object" && value !== null;

/** Whether a value declares nothing: it is absent, zero or false, or has no member that declares something. */
const isEmpty = (value: unknown): boolean =>
  isComposite(value) ? Object.keys(value).every((member) => isEmpty(read(value, member))) : !value;

interface TextInside {
  path: string[];
  text: string;
}

/** All texts inside a value. */
function textsIn(value: unknown, path: string[] = []): TextInside[] {
  if (typeof value === "string") return [{ path, text: value }];
  if (!isComposite(value)) return [];
  return Object.keys(value).flatMap((member) => textsIn(read(value, member), [...path, member]));
}

interface Rule extends Omit<ResourceValidationPolicy, "validateResource"> {
  /** All kinds by default. */
  kinds?: string[];
  /** Texts that name a property, its problem and the remedy. */
  problemsOf(args: ResourceValidationArgs): (string | false)[];
}

const resourcePolicy = ({ kinds, problemsOf, ...policy }: Rule): ResourceValidationPolicy => ({
  ...policy,
  validateResource(args, report) {
    const kind = kindOf(args.type);
    if (!kind || (kinds && !kinds.includes(kind))) return;
    for (const problem of problemsOf(args)) if (problem) report(`${kind} "${args.name}": ${problem}`);
  },
});

const deprecatedFields = {
  rules: "Use scope.projects, scope.spaces and scope.virtualClusters instead.",
  oidcLogin: "Use identity instead.",
  "oidcProvider.parent": "Sharing token information among keys is deprecated; leave it out.",
};

const readableFields = ["labels", "annotations", "extraSpec"];
const secretNames = /(password|passwd|token|secret|credentials?|(access|api|private)[-_.]?key)$/i;
const secretTexts = [
  /\bBearer [\w.~+/-]{16}/,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
  /\b(gh[oprsu]_|glpat-|eyJ)\w{16}/,
  // A key of the platform, for example.
  /\b(?=\w*\d)(?=\w*[a-z])(?=\w*[A-Z])\w{40}/,
];

const looksSecret = ({ path, text }: TextInside) =>
  text !== "" && (secretNames.test(path.at(-1) ?? "") || secretTexts.some((shape) => shape.test(text)));

const rules: Rule[] = [
  {
    name: "keys-end",
    description: "Access keys end maxDays after their creation at the latest.",
    kinds: ["OwnedAccessKey"],
    configSchema: { properties: { maxDays: { type: "integer", minimum: 1, default: 90 } } },
    problemsOf({ props, getConfig }) {
      const { maxDays } = getConfig<{ maxDays: number }>();
      const ttl = read(props, "ttl");
      const remedy = `Set it to ${maxDays * day} seconds (${maxDays} days) or less.`;
      return [
        isEmpty(ttl) && `ttl is not set, so the key never ends. ${remedy}`,
        typeof ttl === "number" && ttl > maxDays * day && `ttl is ${ttl} seconds, which is too long. ${remedy}`,
        read(props, "ttlAfterLastActivity") === true &&
          "ttlAfterLastActivity is true, so a key in use never ends. Remove it.",
      ];
    },
  },
  {
    name: "keys-have-scope",
    description: "Access keys reach only what they name.",
    kinds: ["OwnedAccessKey"],
    problemsOf: ({ props }) => [
      isEmpty(read(props, "scope")) &&
        "scope is empty, so the key reaches all that its user does. Name projects, spaces or virtual clusters in it.",
    ],
  },
  {
    name: "no-deprecated-fields",
    description: "Access keys use no deprecated field.",
    kinds: ["OwnedAccessKey"],
    problemsOf({ props }) {
      const isUsed = (field: string) => field.split(".").reduce(read, props) !== undefined;
      const used = Object.entries(deprecatedFields).filter(([field]) => isUsed(field));
      return used.map(([field, remedy]) => `${field} is deprecated. ${remedy}`);
    },
  },
  {
    name: "owners-are-set",
    description: "Templates and projects have an owner.",
    kinds: ["SpaceTemplate", "VirtualClusterTemplate", "Project"],
    problemsOf: ({ props }) => [isEmpty(read(props, "owner")) && "owner is not set. Set owner.user or owner.team."],
  },
  {
    name: "projects-are-protected",
    description: "Pulumi deletes no project by mistake.",
    kinds: ["Project"],
    problemsOf: ({ opts }) => [
      !opts.protect && "protect is not set, so pulumi destroy deletes the project. Set this option to true.",
    ],
  },
  {
    name: "no-readable-secrets",
    description:
      "Labels, annotations and extraSpec hold no secrets. Policies do not see which values Pulumi keeps secret: " +
      "list the paths of those that may stay in allowed.",
    configSchema: { properties: { allowed: { type: "array", items: { type: "string" }, default: [] } } },
    problemsOf({ props, getConfig }) {
      const { allowed } = getConfig<{ allowed: string[] }>();
      return textsIn(props)
        .filter(({ path }) => path.slice(0, -1).some((member) => readableFields.includes(member)))
        .filter(looksSecret)
        .map(({ path }) => path.join("."))
        .filter((path) => !allowed.includes(path))
        .map((path) => `${path} looks like a secret in plain text. Move it to a ProjectSecret or SharedSecret.`);
    },
  },
];

const oneLastingKey: StackValidationPolicy = {
  name: "one-key-without-rotation",
  description: "A user has at most one access key that is not rotated.",
  validateStack({ resources }, report) {
    const lasting = resources.filter(
      ({ type, props }) =>
        kindOf(type) === "OwnedAccessKey" &&
        ["rotateBeforeExpiry", "rotateEvery"].every((member) => isEmpty(read(props, member))),
    );
    for (const key of lasting) {
      const user = read(key.props, "user");
      const others = lasting.filter((other) => other !== key && read(other.props, "user") === user);
      if (typeof user !== "string" || others.length === 0) continue;
      const names = others.map(({ name }) => `"${name}"`).join(", ");
      const problem = `user "${user}" also has ${names}, and no rotation is set. Set rotateBeforeExpiry or rotateEvery.`;
      report(`OwnedAccessKey "${key.name}": ${problem}`, key.urn);
    }
  },
};

new PolicyPack("vcluster-platform", {
  enforcementLevel: "mandatory",
  policies: [...rules.map(resourcePolicy), oneLastingKey],
});
