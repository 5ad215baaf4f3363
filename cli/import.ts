import { isUnauthorized } from "../provider/api/errors";
import type { Command } from "./command";
import { causeOf } from "./import/causeOf";
import { importOptions, readImportOptions } from "./import/readImportOptions";
import { runImport } from "./import/runImport";
import { AccessKeyError, sessionOf } from "./orphans/sessionOf";
import { isStdout } from "./stdout";

const unauthorised = 3;

/** `pulumi-platform import`: writes the import file for what a platform has, and changes nothing on it. */
export const importCommand: Command = {
  name: "import",
  summary: "Write the Pulumi import file for what is on a platform already; change nothing there",
  options: importOptions,
  exitCodes: {
    0: "done, also where there was nothing to take",
    1: "failed, for example because the key may not list a kind, or a file exists",
    3: "not authorised: the platform refused the access key, or there is none",
  },
  run: async (values) => {
    const request = readImportOptions(values);
    const report = await runImport(sessionOf(values), request, (note) => console.error(`note: ${note}`));
    // A file that goes to stdout is all that stdout holds.
    if (isStdout(request.out)) console.error(report.trimEnd());
    else process.stdout.write(report);
    return 0;
  },
  failureExitCode: (error) => (causeOf(error, isUnauthorized) || error instanceof AccessKeyError ? unauthorised : 1),
};
