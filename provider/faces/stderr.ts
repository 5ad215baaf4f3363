import type { Audience } from "../session.js";

/** Where there is no engine to tell, words go beside no resource. */
export const stderr: Audience = {
  warn: (message) => process.stderr.write(`warning: ${message}\n`),
  inform: (message) => process.stderr.write(`${message}\n`),
  // Each line stays for good, so passing remarks are left out.
  status: () => {},
};
