import { version } from "../../provider/packageNames.js";
import { recordedAdapters, releasedVersions } from "../../test/support/recordedStates";
import { recordState } from "../../test/support/recordState";

// The recorded state of a released version never changes.
if (releasedVersions().includes(version)) {
  throw new Error(`Version ${version} is released by the changelog. Set the next version in package.json first.`);
}

test.each(Object.keys(recordedAdapters))(`the state of ${version} on the adapter %s`, (adapter) =>
  recordState(version, adapter),
);
