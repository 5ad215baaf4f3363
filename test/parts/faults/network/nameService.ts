import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** The only name of the service. */
export const nameOfPlatform = "platform.test";

/** A name service that knows one name or does not. */
export type NameService = ReturnType<typeof startNameService>;

const hook = path.join(__dirname, "namesHook.cjs");

/** Starts a name service for this process and for those with its environment. */
export function startNameService() {
  const folder = mkdtempSync(path.join(tmpdir(), "name-service-"));
  const [file, asked] = [path.join(folder, "name"), path.join(folder, "name.asked")];
  const env = { NAME_SERVICE_FILE: file, NODE_OPTIONS: `--require ${JSON.stringify(hook)}` };
  process.env.NAME_SERVICE_FILE = file;
  require(hook);
  const begin = () => rmSync(asked, { force: true });
  return {
    /** Environment of a process that asks this service. */
    env,
    know() {
      begin();
      writeFileSync(file, "");
    },
    forget() {
      begin();
      rmSync(file, { force: true });
    },
    /** Questions since the last change: one for each connection. */
    asked: () => (existsSync(asked) ? readFileSync(asked, "utf8").length : 0),
    close() {
      delete process.env.NAME_SERVICE_FILE;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
