import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";

/** A PATH with a `pulumi` in front that asks no questions. Pulumi itself refuses that together with --preview-only. */
export function withSilentPulumi(folder: string, usual: string): string {
  const pulumi = usual.split(path.delimiter).find((each) => existsSync(path.join(each, "pulumi")));
  if (pulumi === undefined) return usual;
  const lines = [
    "#!/bin/sh",
    'case " $* " in *" --preview-only "*) ;; *) export PULUMI_SKIP_CONFIRMATIONS=true ;; esac',
    `exec "${path.join(pulumi, "pulumi")}" "$@"`,
  ];
  const own = path.join(folder, "bin");
  mkdirSync(own);
  writeFileSync(path.join(own, "pulumi"), `${lines.join("\n")}\n`, { mode: 0o755 });
  return [own, usual].join(path.delimiter);
}
