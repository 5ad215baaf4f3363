import { createHash } from "node:crypto";
import { closeSync, constants, openSync } from "node:fs";
import { createServer } from "node:net";

// Flags of macOS and the BSDs that Node.js does not name: lock while opening, and do not wait.
const exclusiveLock = 0x20;
const nonBlocking = 0x4;

const prefixes: Partial<Record<NodeJS.Platform, string>> = { linux: "\0", win32: "\\\\.\\pipe\\" };

/**
 * Takes the lock of a file and returns the function that releases it; undefined if it is taken.
 * The system releases it when the process ends, even by `kill -9`, so a lock is never stale.
 */
export async function takeLock(file: string): Promise<(() => void) | undefined> {
  const prefix = prefixes[process.platform];
  if (prefix === undefined) return lockWhileOpen(`${file}.lock`);
  const digest = createHash("sha256").update(file).digest("hex");
  return holdName(`${prefix}embedded-platform-${digest}`);
}

// The name of such a socket belongs to one process at a time.
function holdName(name: string): Promise<(() => void) | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE") resolve(undefined);
      else reject(error);
    });
    server.listen(name, () => resolve(() => server.close()));
    server.unref();
  });
}

function lockWhileOpen(file: string): (() => void) | undefined {
  try {
    const fd = openSync(file, constants.O_RDWR | constants.O_CREAT | exclusiveLock | nonBlocking, 0o600);
    return () => closeSync(fd);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
    return undefined;
  }
}
