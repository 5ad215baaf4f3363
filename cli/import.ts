import { isUnauthorized } from "../provider/api/errors/errors";
import type { CliCommand } from "./command";
import { causeOf } from "./import/causeOf";
import { type ImportValues, importOptions, importRequest } from "./import/importOptions";
import { importJson, importReport } from "./import/importReport";
import { runImport } from "./import/runImport";
import { oneLine } from "./orphans/oneLine";
import { isStdout, refuseSamePlace, writeReport } from "./output";
import { AccessKeyError, sessionOf } from "./session";

const unauthorized = 3;
const tell = (note: string) => console.error(`note: ${oneLine(note)}`);

/** `pulumi-vcluster-platform import`: writes the import file for what a platform has, and changes nothing on it. */
export const importCommand: CliCommand<ImportValues> = {
  name: "import",
  summary: "Write the Pulumi import file for what is on a platform already; change nothing there",
  options: importOptions,
  exitCodes: {
    0: "done, also where there was nothing to take, or single objects could not be read",
    1: "failed, for example because the key may not list a kind, or a file exists",
    3: "not authorized: the platform refused the access key, or there is none",
  },
  run: async (values) => {
    const request = importRequest(values);
    refuseSamePlace([request.out, values.json]);
    const found = await runImport(await sessionOf(values, tell), request, tell);
    const report = importReport(found, request);
    // A file that goes to stdout is all that stdout holds.
    if (isStdout(request.out)) console.error(report.trimEnd());
    writeReport(
      values.json,
      () => (isStdout(request.out) ? "" : report),
      () => importJson(found, request),
    );
    return 0;
  },
  failureExitCode: (error) => (causeOf(error, isUnauthorized) || error instanceof AccessKeyError ? unauthorized : 1),
};
