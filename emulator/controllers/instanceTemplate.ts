import type { Kind } from "../kinds/kind";
import { getMember, isObject, type JsonObject, type JsonValue, sameJson, UnreadableError } from "../text/json";
import { parseYaml, writeYaml } from "../text/yaml";
import type { World } from "../world";

/** Why an instance is not ready, with the condition that fails. */
export class InstanceFailure extends Error {
  constructor(
    readonly condition: string,
    readonly reason: string,
    message: string,
  ) {
    super(message);
  }
}

interface Parameter {
  variable?: string;
  type?: string;
  defaultValue?: string;
}

interface Template {
  parameters?: Parameter[];
  versions?: { version?: string; parameters?: Parameter[] }[];
}

/** The spec of an instance after its template was read: all parameters, and no syncOnce. */
export function applyTemplate(world: World, { kind }: Kind, spec: JsonObject): JsonObject {
  if (spec.template !== undefined) return spec;
  const { syncOnce, ...templateRef } = isObject(spec.templateRef) ? spec.templateRef : {};
  const { name = "", version = "" } = templateRef as Record<string, string>;
  const wanted = kind.replace("Instance", "Template");
  const template = world.store.get(`${wanted.toLowerCase()}s`, name);
  if (template === undefined) throw unresolved("TemplateNotFound", `${wanted} "${name}" not found`);
  const parameters = withDefaults(String(spec.parameters ?? ""), parametersOf(template.spec, version));
  return { ...spec, templateRef, ...(parameters !== "" && { parameters }) };
}

const unresolved = (reason: string, message: string) => new InstanceFailure("TemplateResolved", reason, message);

/** The parameters of the latest version that fits `wanted`, or of a template without versions. */
function parametersOf({ parameters = [], versions = [] }: Template, wanted: string): Parameter[] {
  if (versions.length === 0) return parameters;
  const parts = wanted === "" ? [] : wanted.split(".");
  const fits = (version: string) => parts.every((part, i) => /^x$/i.test(part) || part === version.split(".")[i]);
  const [latest] = versions
    .filter(({ version = "" }) => fits(version))
    .sort((left, right) => String(right.version).localeCompare(String(left.version), "en", { numeric: true }));
  if (latest === undefined) throw unresolved("VersionNotFound", `the template has no version ${wanted}`);
  return latest.parameters ?? [];
}

/** The text of the parameters with the defaults of those that it leaves out. */
function withDefaults(text: string, parameters: readonly Parameter[]): string {
  const given = valuesOf(text);
  const all = parameters
    .filter(({ defaultValue }) => defaultValue)
    .reduce((values, { variable = "", type, defaultValue = "" }) => {
      const value =
        type === "number" ? Number(defaultValue) : type === "boolean" ? defaultValue === "true" : defaultValue;
      return withDefault(values, variable.split("."), value);
    }, given);
  return sameJson(all, given) ? text : writeYaml(all);
}

function valuesOf(text: string): JsonObject {
  try {
    const { value } = parseYaml(text);
    return isObject(value) ? value : {};
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    throw unresolved("ErrorSyncingParameters", error.message);
  }
}

function withDefault(values: JsonObject, [key = "", ...rest]: readonly string[], value: JsonValue): JsonObject {
  const former = getMember(values, key);
  if (rest.length === 0) return { ...values, [key]: former ?? value };
  return { ...values, [key]: withDefault(isObject(former) ? former : {}, rest, value) };
}
