import * as pulumi from "@pulumi/pulumi";
import { MockMonitor } from "@pulumi/pulumi/runtime/mocks.js";
import { packageName, typeToken } from "../provider/packageNames.js";
import { settingKey } from "../provider/settingNames.js";

/** Arguments that accept an output at any depth. */
export type Inputs<Args> = { [Name in keyof Args]: pulumi.Input<Parts<Args[Name]>> };

type Parts<Value> = Value extends readonly (infer Item)[]
  ? pulumi.Input<Parts<Item>>[]
  : Value extends object
    ? Inputs<Value>
    : Value;

/** Properties of a resource, each as an output. */
export type Outputs<State> = { readonly [Name in keyof State]-?: pulumi.Output<State[Name]> };

/** Whether the program runs in a unit test with Pulumi's mocks. */
const isMocked = () => pulumi.runtime.getMonitor() instanceof MockMonitor;

/** Calls a function with the settings of the stack and the environment, also in previews. */
export function callFunction<Result>(name: string, args: object): Promise<Result> {
  if (isMocked()) return pulumi.runtime.invoke(typeToken(name), args);
  const settings = new pulumi.Config(packageName);
  const config = { get: (key: string) => settings.get(key.slice(settingKey("").length)) };
  return require("pulumi-vcluster-platform/functions").callFunction(name, args, config);
}
