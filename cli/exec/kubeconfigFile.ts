import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { getVirtualClusterKubeconfig, type Session } from "../../provider/cliFacade";
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
  const folder = mkdtempSync(path.join(tmpdir(), `${npmName}-exec-`));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once("exit", remove);
  const file = path.join(folder, "kubeconfig");
  writeFileSync(file, String(kubeconfig), { mode: 0o600, flag: "wx" });
  return { path: file, remove };
}
