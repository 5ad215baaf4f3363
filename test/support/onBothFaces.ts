import type { PlatformOptions } from "../../emulator/platformOptions";
import { startDynamicDriver } from "./dynamicDriver";
import type { FaceDriver } from "./faceDriver";
import { type FaceUnderTest, onServers } from "./faceUnderTest";
import { isInProcess } from "./isInProcess";
import { startDriver } from "./pluginDriver";

const faces: Record<string, (config: Record<string, string>) => Promise<FaceDriver>> = {
  "the plugin": startDriver,
  "the dynamic provider": startDynamicDriver,
};

// Of a mutant the one face tells what the other does, in half the time.
const namesOfFaces = Object.keys(faces).filter((name) => !(isInProcess() && name === "the plugin"));

/** Runs the same tests through the plugin and through the dynamic provider, each on both kinds of server or on those given. */
export function onBothFaces(define: (face: FaceUnderTest) => void, servers?: readonly PlatformOptions[]): void {
  describe.each(namesOfFaces)("%s", (name) => {
    onServers((config) => (faces[name] as (typeof faces)[string])(config), define, servers);
  });
}
