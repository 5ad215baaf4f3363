import type { PlatformOptions } from "../../emulator/platformOptions";
import { partsOf, type Rows, type Step } from "./conformance/expectations";
import { judge } from "./conformance/judge";
import type { Body } from "./conformance/row";
import { send } from "./request";
import { platformTest } from "./withPlatform";

/** Tests rows that hold for the embedded platform alone, each on a platform of its own. */
export function platformRows(rows: Rows, options: PlatformOptions = {}): void {
  for (const [fact, row] of Object.entries(rows)) {
    platformTest(fact, options, async (platform) => {
      const { given, request, expectation } = partsOf(row);
      const answers: Body[] = [];
      const play = (step: Step) => send(platform, typeof step === "function" ? step(answers) : step);
      for (const step of given) {
        const { status, body, text } = await play(step);
        expect(`${status} ${text}`).toMatch(/^2/);
        answers.push(body);
      }
      judge(expectation, await play(request), answers);
    });
  }
}
