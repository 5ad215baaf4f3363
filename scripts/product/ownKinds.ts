import * as z from "zod";
import { verbsOf } from "../../emulator/discovery/discovery.js";
import { schemaOf } from "../../emulator/kinds/fields.js";
import { kinds } from "../../emulator/kinds/kinds.js";
import type { Config } from "../../provider/config/config.js";
import { cliScopeFieldOf } from "../../provider/config/config.js";
import { specKeys } from "../../provider/objects/wire/objectShape.js";
import { resources } from "../../provider/resources/registry.js";
import type { KindFacts, Part } from "./compare.js";
import { fieldTypes, type Schema } from "./fieldTypes.js";

const vendor = "loft.sh";

const scopeOf = (isNamespaced: boolean) => (isNamespaced ? "Namespaced" : "Cluster");

/** The kinds of the provider, with the fields of the spec by their names on the wire. */
export function providerPart(): Part {
  const config = { cliScopeField: cliScopeFieldOf(vendor) } as Config;
  const described = resources.flatMap((resource): KindFacts[] => {
    if (resource.plural === undefined) return [];
    const { type, plural, inputs, scope } = resource;
    const root = z.toJSONSchema(inputs, { io: "input", unrepresentable: "any" }) as Schema;
    const all = root.properties as Record<string, Schema>;
    const own = specKeys(inputs).filter((key) => all[key]?.wireField === undefined);
    const properties = Object.fromEntries(own.map((key) => [key, all[key] ?? {}]));
    const definitions = root.$defs as Record<string, Schema>;
    const fields = fieldTypes({ type: "object", properties }, definitions);
    const names = resource.wireNames?.(config) ?? [];
    const wireName = (path: string) =>
      names.reduce(
        (name, { inside, property, wire }) => (name === `${inside}.${property}` ? `${inside}.${wire}` : name),
        path,
      );
    const facts = { kind: type, plural, scope: scopeOf(scope !== undefined) };
    return [{ ...facts, fields: new Map([...fields].map(([path, each]) => [wireName(path), each])) }];
  });
  return { name: "provider", kinds: described };
}

/** The kinds that the embedded platform serves as the product. */
export function platformPart(): Part {
  const served = kinds[4].map((described): KindFacts => {
    const { kind, plural, namespaced, fields } = described;
    const { spec = {} } = fields(`management.${vendor}/v1`);
    const facts = { kind, plural, scope: scopeOf(namespaced) };
    return { ...facts, verbs: verbsOf(described), fields: fieldTypes(schemaOf(spec, false)) };
  });
  return { name: "embedded platform", kinds: served };
}
