import type { CliCommand } from "./command";
import { doctor } from "./doctor";
import { drift } from "./drift";
import { importCommand } from "./import";
import { orphans } from "./orphans";
import { serve } from "./serve";

/** Every subcommand; a new one is one file and one line here. */
export const commands: readonly CliCommand[] = [serve, drift, orphans, doctor, importCommand];
