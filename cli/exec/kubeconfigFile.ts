import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { getVirtualClusterKubeconfig, messageOf, type Session } from "../../provider/cliFacade";
import { npmName } from "../../provider/packageNames.js";
import { readContext } from "../readContext";
import type { Notify } from "../words";

/** A kubeconfig in a file that only its owner can read. */
export interface KubeconfigFile {
  readonly path: string;
  remove(): void;
}

/**
 * Writes the kubeconfig of a key for a virtual cluster. It sets no proxy: kubectl reads the same
 * variables as the provider.
 */
export async function writeKubeconfig(
  session: Session,
  place: { readonly project: string; readonly name: string; readonly key: string },
  notify: Notify,
): Promise<KubeconfigFile> {
  const { kubeconfig } = await getVirtualClusterKubeconfig.call(readContext(session, { notify }), { ...place });
  // The command may change its folder, and TMPDIR may be relative.
  const folder = mkdtempSync(path.resolve(tmpdir(), `${npmName}-exec-`));
  const remove = () => {
    process.off("exit", remove);
    removeFolder(folder);
  };
  process.once("exit", remove);
  const file = path.join(folder, "kubeconfig");
  writeFileSync(file, String(kubeconfig), { mode: 0o600, flag: "wx" });
  return { path: file, remove };
}

/** Removes a folder. A failure is no error: the key in it is deleted next. */
function removeFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch (error) {
    console.error(`exec: the folder of the kubeconfig could not be removed: ${messageOf(error)}`);
  }
}
