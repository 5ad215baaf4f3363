import fc from "fast-check";
import { startPlatform } from "../../../emulator/platform";
import { Comparison } from "./emulatorModel/comparison";
import { steps } from "./emulatorModel/step";

jest.setTimeout(300_000);

test.each([
  ["custom resources", false],
  ["Go types", true],
])("a server of %s answers any sequence of requests by the rules of objects", async (_server, omitEmpty) => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 1, maxLength: 40, size: "max" }), async (sequence) => {
      const platform = await startPlatform({ omitEmpty });
      try {
        const comparison = new Comparison(platform, omitEmpty);
        for (const step of sequence) await comparison.take(step);
      } finally {
        await platform.close();
      }
    }),
    { numRuns: 200 },
  );
});
