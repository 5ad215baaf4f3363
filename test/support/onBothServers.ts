import { type FaceUnderTest, onServers } from "./faceUnderTest";
import { type PluginDriver, startDriver } from "./pluginDriver";

/** Runs the same tests of the plugin on a server that keeps empty values and on one that drops them. */
export function onBothServers(define: (plugin: FaceUnderTest<PluginDriver>) => void): void {
  onServers(startDriver, define);
}
