import type { Check } from "./check";
import { address } from "./checks/address";
import { certificate } from "./checks/certificate";
import { clock } from "./checks/clock";
import { connection } from "./checks/connection";
import { dns } from "./checks/dns";
import { dryRun } from "./checks/dryRun";
import { identity } from "./checks/identity";
import { key } from "./checks/key";
import { kinds } from "./checks/kinds";
import { node } from "./checks/node";
import { owner } from "./checks/owner";
import { platform } from "./checks/platform";
import { plugin } from "./checks/plugin";
import { proxy } from "./checks/proxy";
import { pulumi } from "./checks/pulumi";
import { rights } from "./checks/rights";
import { scopeField } from "./checks/scopeField";
import { sdk } from "./checks/sdk";
import { settings } from "./checks/settings";
import { stack } from "./checks/stack";

/** Every check, in the order they are made; a new one is one file and one line here. */
export const checks: readonly Check[] = [
  node,
  pulumi,
  sdk,
  plugin,
  stack,
  settings,
  address,
  proxy,
  dns,
  connection,
  certificate,
  platform,
  clock,
  kinds,
  scopeField,
  key,
  dryRun,
  rights,
  identity,
  owner,
];
