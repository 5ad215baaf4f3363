import { type FaceUnderTest, onServers } from "./faceUnderTest";
import { type PluginDriver, startDriver } from "./pluginDriver";

/** Runs tests of the plugin on a server that shows a key in the answer to its create only. */
export function onServerThatHidesKeys(define: (plugin: FaceUnderTest<PluginDriver>) => void): void {
  onServers(startDriver, define, [{ hideKeys: true }]);
}
