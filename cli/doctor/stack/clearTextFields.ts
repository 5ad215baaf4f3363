import { type ConfigField, providerConfig } from "../../../provider/config";
import { rulesOf } from "../../../provider/objects/fields";
import type { StackConfiguration } from "./stackConfiguration";

const fields = Object.keys(providerConfig.shape) as ConfigField[];

/** Whether nobody else should get to know a setting. */
export const isSecretField = (field: ConfigField): boolean => rulesOf(providerConfig.shape[field]).secret === true;

/** The settings that nobody else should get to know, and that a stack keeps unencrypted. */
export const clearTextFields = ({ given, secret }: StackConfiguration): ConfigField[] =>
  fields.filter((field) => isSecretField(field) && given[field] && !secret.has(field));
