import type { PlatformOptions } from "../../emulator/platformOptions";
import { startDynamicDriver } from "./dynamicDriver";
import type { FaceDriver } from "./faceDriver";
import { type FaceUnderTest, onServers } from "./faceUnderTest";
import { startDriver } from "./pluginDriver";

const faces: Record<string, (config: Record<string, string>) => Promise<FaceDriver>> = {
  "the plugin": startDriver,
  "the dynamic provider": startDynamicDriver,
};

/** Runs the same tests through the plugin and through the dynamic provider, each on both kinds of server or on those given. */
export function onBothFaces(define: (face: FaceUnderTest) => void, servers?: readonly PlatformOptions[]): void {
  describe.each(Object.keys(faces))("%s", (name) => {
    onServers((config) => (faces[name] as (typeof faces)[string])(config), define, servers);
  });
}
