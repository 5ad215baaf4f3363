import path from "node:path";

/** One of the two ways to the same engine, as the tests that kill know it. */
export interface Adapter {
  title: string;
  /** The import statement of a program, and the expression that creates a resource of a type. */
  imports: string;
  makes: (type: string) => string;
  /** Part of the command line of its provider's process, and of no other. */
  provider: string;
  /** How a message says to take over the object that a killed create left behind. */
  toKeep: (name: string) => string;
}

/** The provider of its own process. */
export const plugin: Adapter = {
  title: "plugin",
  imports: 'import { CustomResource } from "@pulumi/pulumi";',
  // A program in YAML has a second process of the provider, which gives its schema.
  makes: (type) => `new CustomResource("vcluster-platform:index:${type}", name, args)`,
  provider: "pulumi-resource-vcluster-platform",
  toKeep: (name) => `run: pulumi import vcluster-platform:index:OwnedAccessKey ${name} ${name};`,
};

/** The provider that Pulumi's own host for Node.js runs. */
export const dynamic: Adapter = {
  title: "dynamic resources",
  imports: 'import * as platform from "pulumi-vcluster-platform";',
  makes: (type) => `new platform.${type}(name, args)`,
  provider: path.join("cmd", "dynamic-provider"),
  toKeep: () => "import it with the plugin (dynamic resources cannot be imported);",
};
