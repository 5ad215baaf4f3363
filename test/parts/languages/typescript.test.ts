import { cpSync } from "node:fs";
import path from "node:path";
import { generatedSdk } from "../../../scripts/toolchain/languages/sdks.js";
import { createProject, type ProgramFiles, writeProgram } from "../../support/project";
import { describeLanguage } from "./describeLanguage";

const program: ProgramFiles = {
  create: async (folder) => {
    createProject(folder, "typescript");
    // A copy, so that it finds the program's own @pulumi/pulumi.
    cpSync(generatedSdk("nodejs") ?? "", path.join(folder, "node_modules", "pulumi-vcluster-platform-plugin"), {
      recursive: true,
    });
    return {};
  },
  write: (folder, source) => writeProgram(folder, "typescript", source),
};

const lookups = `
import * as pulumi from "@pulumi/pulumi";
import * as platform from "pulumi-vcluster-platform-plugin";

const config = new pulumi.Config();
const provider = new platform.Provider("own", {
  baseUrl: config.require("address"),
  accessKey: config.requireSecret("key"),
});
const key = platform.getOwnedAccessKey({ name: "ci-key" }, { provider });
const templates = platform.listSpaceTemplates({ labelSelector: "team=web" }, { provider });

export const names = templates.then(({ items }) => items.map(({ name }) => name));
export const user = key.then(({ user }) => user);
export const allowCli = key.then(({ scope }) => scope?.allowCli);
const args = { name: "made-by-own-provider", description: provider.baseUrl };
export const made = new platform.SpaceTemplate("made", args, { provider }).name;
export const address = provider.baseUrl;
`;

const freeForm = `
import * as platform from "pulumi-vcluster-platform-plugin";

new platform.SpaceTemplate("free", {
  displayName: "Free",
  template: {
    objects: [
      {
        apiVersion: "v1",
        kind: "ConfigMap",
        metadata: { name: "settings" },
        data: { snake_key: "kept", camelKey: "kept" },
      },
    ],
  },
  extraSpec: {
    future: { user: "admin" },
    futureList: [{ variable: "pod_limit", defaultValue: "3", min_value: 1, isRequired: true }],
  },
});
`;

/** A program with one key per field. */
const keys = (...fields: string[]) => `
import * as platform from "pulumi-vcluster-platform-plugin";

${fields.map((field, index) => `new platform.OwnedAccessKey("ci${index}", { user: "ci-bot", ${field} });`).join("\n")}
`;

describeLanguage({
  program,
  example: ["typescript", "index.ts"],
  sdk: {
    name: "nodejs",
    lookups,
    freeForm,
    errors: [
      [
        "fields that are not in the types",
        keys("tll: 60", "scope: { allowClo: true }", 'ttl: "60"'),
        [
          "'tll' does not exist in type 'OwnedAccessKeyArgs'",
          "'allowClo' does not exist in type",
          "Type 'string' is not assignable to type",
        ],
      ],
      ["a value out of range", keys("ttl: -1"), ['property "ttl" must not be negative']],
    ],
  },
});
