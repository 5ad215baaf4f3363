import type { Check } from "./check";
import { dryRun, identity, key } from "./checks/key";
import { node, plugin, pulumi, sdk } from "./checks/machine";
import { address, certificate, connection, dns, proxy } from "./checks/network";
import { owner } from "./checks/owner";
import { clock, kinds, platform, scopeField } from "./checks/platform";
import { rights } from "./checks/rights";
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
