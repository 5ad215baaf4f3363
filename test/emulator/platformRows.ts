import type { PlatformOptions } from "../../emulator/platformOptions";
import { judge } from "./conformance/judge";
import { type Body, partsOf, type Rows } from "./conformance/row";
import { send } from "./request";
import { platformTest } from "./withPlatform";

/** Tests rows that hold for the embedded platform alone, each on a platform of its own. */
export function platformRows(rows: Rows, options: PlatformOptions = {}): void {
  for (const [fact, row] of Object.entries(rows)) {
    platformTest(fact, options, async (platform) => {
      const { given, request, expectation } = partsOf(row);
      const answers: Body[] = [];
      for (const step of given) {
        const { status, body, text } = await send(platform, typeof step === "function" ? step(answers) : step);
        expect(`${status} ${text}`).toMatch(/^2/);
        answers.push(body);
      }
      judge(expectation, await send(platform, typeof request === "function" ? request(answers) : request), answers);
    });
  }
}
