import type { PlatformOptions } from "../../emulator/options";
import type { Rows } from "./conformance/expectations";
import { runRow } from "./conformance/runRow";
import { platformTest } from "./withPlatform";

/** Tests rows that hold for the embedded platform alone, each on a platform of its own. */
export function platformRows(rows: Rows, options: PlatformOptions = {}): void {
  for (const [fact, row] of Object.entries(rows)) {
    platformTest(fact, options, ({ baseUrl, accessKey }) =>
      runRow(row, {
        baseUrl,
        accessKey,
        vendor: "loft.sh",
        api: options.api ?? 3,
        goTypes: options.omitEmpty === true || options.api === 4,
      }),
    );
  }
}
