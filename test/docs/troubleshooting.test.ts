import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { PlatformOptions } from "../../emulator/platformOptions";
import { connectionFailures } from "../../provider/api/connectionFailures.js";
import { runOn } from "../cli/stackOfTest";
import { startImpostor } from "../support/badAnswers";
import { printedLike } from "../support/docs/printedLike";
import { commands } from "../support/docs/troubleshooting/commands";
import { connections } from "../support/docs/troubleshooting/connections";
import { hiddenKeys } from "../support/docs/troubleshooting/hiddenKeys";
import { inputs } from "../support/docs/troubleshooting/inputs";
import { keys } from "../support/docs/troubleshooting/keys";
import { lookups } from "../support/docs/troubleshooting/lookups";
import { settings } from "../support/docs/troubleshooting/settings";
import { strangeAnswers } from "../support/docs/troubleshooting/strangeAnswers";
import { virtualClusters } from "../support/docs/troubleshooting/virtualClusters";
import type { Provocations, Workshop } from "../support/docs/troubleshooting/workshop";
import { writes } from "../support/docs/troubleshooting/writes";
import { onServers } from "../support/faceUnderTest";
import { type FakeEngine, startFakeEngine } from "../support/fakeEngine";
import { configurePlugin, initializationOf, type PluginDriver, startDriver } from "../support/pluginDriver";

/** For a message, on a machine that has much else to do: some start a process or wait between tries. */
const limitMs = 60_000;

const root = path.join(__dirname, "..", "..");
const page = readFileSync(path.join(root, "docs", "troubleshooting.md"), "utf8");

/** The messages in the first cells of all tables of the page. */
const quoted = page
  .split("\n")
  .filter((line) => line.startsWith("| ") && !line.startsWith("| message |"))
  .flatMap((line) => [...(line.split(" | ")[0] ?? "").matchAll(/`([^`]+)`/g)].map(([, words = ""]) => words))
  .filter((words) => words !== "externalChange" && words !== "--fail-on");

const engine = "test/e2e/docs/troubleshooting.test.ts";

/** Messages that are not provoked here, and where they are; the first depends on the network, so nobody can. */
const elsewhere: Readonly<Record<string, string | undefined>> = {
  "the host cannot be reached": undefined,
  "no answer in time": "test/cli/doctor/otherServers.test.ts",
  "others changed it between each of … reads": "test/provider/objects/updating.test.ts",
  "the platform's answer to its create does not show the key's value": "test/provider/faces/unshownKey.test.ts",
  "Cannot read properties of undefined (reading 'toJavaScript')": "test/e2e/faces.test.ts",
  "no resource plugin 'pulumi-resource-platform' found": engine,
  "using pulumi-resource-platform from $PATH": engine,
  "Cannot find module 'pulumi-platform/dynamic'": engine,
  "failed to load checkpoint: EOF": engine,
  "No stack is selected in this folder": engine,
  "The command pulumi was not found": engine,
  "matches no resource of the stack": engine,
};

const shown = {
  ...settings,
  ...connections,
  ...strangeAnswers,
  ...inputs,
  ...writes,
  ...keys,
  ...virtualClusters,
  ...lookups,
  ...commands,
};
const groups: readonly (readonly [PlatformOptions, Provocations])[] = [
  [{}, shown],
  [{ hideKeys: true }, hiddenKeys],
];

test("every message of the page is provoked, and no other", () => {
  const provoked = groups.flatMap(([, provocations]) => Object.keys(provocations));
  expect([...provoked, ...Object.keys(elsewhere)].sort()).toEqual([...quoted].sort());
});

test.each(Object.entries(elsewhere).filter(([, file]) => file !== undefined))("%s: is said in %s", (words, file) => {
  expect(readFileSync(path.join(root, String(file)), "utf8")).toMatch(printedLike(words));
});

test("every way in which a connection can fail is on this page, or on the one that it leads to", () => {
  const known = page + readFileSync(path.join(root, "docs", "network.md"), "utf8");
  const causes = Object.values(connectionFailures).map(({ cause }) => cause);
  const unspecific = "the request failed";
  // What the other page says of a cause begins after the words that all of its kind have.
  const isKnown = (cause: string) =>
    [cause, cause.split(", since ")[1] ?? cause].some((words) => known.includes(words));
  expect(causes.filter((cause) => cause !== unspecific && !isKnown(cause))).toEqual([]);
});

/** Everything that an error tells the engine. */
function wordsOf(error: unknown): string {
  const words = error instanceof Error ? error.message : String(error);
  try {
    return [words, ...initializationOf(error as never).reasons].join("\n");
  } catch {
    return words;
  }
}

describe.each(groups)("on a platform with %p", (options, provocations) => {
  onServers(
    startDriver,
    (face) => {
      let engine: FakeEngine;
      let driver: PluginDriver;
      let other: PluginDriver;
      const open: { close(): unknown }[] = [];

      /** Only what needs a process of its own gets one: to start one takes a while. */
      const configured: Workshop["configured"] = async (more, plugin) => {
        const { baseUrl, accessKey } = face.platform;
        const config = { baseUrl, accessKey, ...more };
        if (!plugin) {
          await configurePlugin(other.plugin, config);
          return other;
        }
        const started = await startDriver(config, { engineAddress: engine.address, ...plugin });
        open.push(started);
        return started;
      };
      const readingFrom: Workshop["readingFrom"] = async (answer) => {
        const impostor = await startImpostor();
        open.push(impostor);
        impostor.answer = answer;
        await configured({ baseUrl: impostor.baseUrl });
        return other.read("SpaceTemplate", { id: "dev", inputs: { name: "dev" }, state: { name: "dev", uid: "u" } }, 4);
      };

      beforeAll(async () => {
        engine = await startFakeEngine();
        driver = await configured({}, {});
        other = await configured({}, {});
      }, limitMs);
      afterAll(async () => {
        for (const each of open) await each.close();
        engine.close();
      });

      test.each(Object.entries(provocations))(
        "is said: %s",
        async (words, provoke) => {
          const folder = mkdtempSync(path.join(tmpdir(), "pulumi-platform-message-"));
          const { platform, merge, create, stored } = face;
          const commandLine = (...args: string[]) => runOn(platform, ...args);
          const workshop = {
            platform,
            merge,
            create,
            stored,
            driver,
            configured,
            readingFrom,
            commandLine,
            folder,
          };
          engine.messages.length = 0;
          const said = await provoke(workshop).then((value) => JSON.stringify(value), wordsOf);
          rmSync(folder, { recursive: true });
          const everything = [said?.replaceAll('\\"', '"'), ...engine.messages].join("\n");
          expect(everything).toMatch(printedLike(words));
        },
        limitMs,
      );
    },
    [options],
  );
});
