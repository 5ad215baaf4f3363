import * as pulumi from "@pulumi/pulumi";

/** Calls a function of the provider with the settings of the stack and of the environment, also in previews. */
export function callFunction<Result>(name: string, args: object): Promise<Result> {
  const settings = new pulumi.Config("platform");
  const config = { get: (key: string) => settings.get(key.slice("platform:".length)) };
  return require("pulumi-platform/functions").callFunction(name, args, config);
}
