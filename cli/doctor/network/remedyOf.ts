import { type ConnectionFailure, connectionFailures } from "../../../provider/api/connectionFailures";
import { envName } from "../../../provider/config/settingWords";

/** What to do about a connection that failed; stack configuration is not read here, so settings are named by their variables. */
export const remedyOf = (kind: ConnectionFailure): string =>
  connectionFailures[kind].remedy.replace(/\bplatform:(\w+)/g, (_, field: string) => envName(field));
