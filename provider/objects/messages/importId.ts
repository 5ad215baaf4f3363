import type * as z from "zod";
import { quoted } from "../../api/output/redaction.js";
import { settingKey } from "../../settingNames.js";
import { objectName } from "../fields/metadataFields.js";
import type { Context } from "../operation.js";
import { ResourceError } from "../resourceError.js";
import { kubectlGet } from "./shellCommands.js";

/** The target of a `pulumi import`. */
interface Importable {
  readonly type: string;
  readonly id: string;
  readonly plural: string;
  /** Absent if the type has no namespace or the id does not contain it. */
  readonly namespace?: string | undefined;
}

/** Error for an impossible import. */
export function cannotImport({ config }: Context, importable: Importable, reason: string): ResourceError {
  const label = importableLabel(importable);
  const command = kubectlGet(importable, config);
  return new ResourceError(`Cannot import ${label}: ${reason}. See which there are: ${command}`);
}

/** Warning of an import of an absent object: the engine only says that it does not exist. */
export const notThere = ({ config }: Context, importable: Importable): string =>
  `There is no ${importableLabel(importable)} on the platform at ${config.baseUrl}. Check the type, the id and ` +
  `${settingKey("baseUrl")}; see which there are: ${kubectlGet(importable, config)}`;

const importableLabel = ({ type, id }: Importable) => `${type} ${quoted(id)}`;

/** Why a text is not a valid name; completes "the name …". */
export const nameProblem = (text: string, name: z.ZodString = objectName): string | undefined =>
  name.safeParse(text).error?.issues[0]?.message;
