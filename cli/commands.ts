import type { Command } from "./command";
import { drift } from "./drift";
import { orphans } from "./orphans";
import { serve } from "./serve";

/** Every subcommand; a new one is one file and one line here. */
export const commands: readonly Command[] = [serve, drift, orphans];
