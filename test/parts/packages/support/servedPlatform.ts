import { startCommand } from "../../../support/runningCommand";
import type { InstalledPackage } from "./installedPackage";

/** A platform that the installed package serves. */
export interface ServedPlatform {
  /** Settings of the provider and the commands. */
  readonly settings: { readonly PLATFORM_BASE_URL: string; readonly PLATFORM_ACCESS_KEY: string };
  /** Changes the display name of a template by hand. */
  rename(template: string, displayName: string): Promise<void>;
  close(): Promise<void>;
}

/** Runs `pulumi-platform serve` of the installed package. */
export async function servePlatform({ project, env }: InstalledPackage): Promise<ServedPlatform> {
  const args = ["--no-install", "pulumi-platform", "serve", "--json", "--project", "web"];
  const running = startCommand("npx", args, { cwd: project, env });
  await running.until(() => running.stdout().includes("\n"));
  const { baseUrl, accessKey } = JSON.parse(running.stdout()) as { baseUrl: string; accessKey: string };
  return {
    settings: { PLATFORM_BASE_URL: baseUrl, PLATFORM_ACCESS_KEY: accessKey },
    rename: async (template, displayName) => {
      const url = `${baseUrl}/kubernetes/management/apis/management.loft.sh/v1/spacetemplates/${template}?fieldManager=kubectl-edit`;
      const headers = { authorization: `Bearer ${accessKey}`, "content-type": "application/merge-patch+json" };
      const body = JSON.stringify({ spec: { displayName } });
      const { status } = await fetch(url, { method: "PATCH", headers, body });
      if (status !== 200) throw new Error(`The platform answered ${status} to a change by hand.`);
    },
    close: async () => {
      running.send("SIGTERM", "all");
      await running.ended;
    },
  };
}
