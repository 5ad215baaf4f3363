import { version } from "../../provider/version";
import { recordedFaces, releasedVersions } from "../../test/support/recordedStates";
import { recordState } from "../../test/support/recordState";

// What a released version left in states out there never changes any more.
if (releasedVersions().includes(version)) {
  throw new Error(`Version ${version} is released by the changelog. Set the next version in package.json first.`);
}

test.each(Object.keys(recordedFaces))(`the state of ${version} on the face %s`, (face) => recordState(version, face));
