import type { CliCommand } from "../program";
import { disable } from "./disable";
import { list } from "./list";
import { test } from "./test";

const group = "List, test and disable access keys";

/** The commands `keys …`. */
export const keys: readonly CliCommand[] = [list, test, disable].map((each) => ({ ...each, group }));
