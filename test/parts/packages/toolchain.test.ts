import { createStack, type Stack, type StackOptions } from "../../support/stack";

const stacks: Stack[] = [];
const limitMs = 60_000;

async function stackOf(options: StackOptions): Promise<Stack> {
  const stack = await createStack(options);
  stacks.push(stack);
  return stack;
}

afterAll(() => {
  for (const stack of stacks) stack.dispose();
});

const yaml = `
configuration:
  word: { type: string }
  hidden: { type: string, secret: true }
outputs:
  word: \${word}
  hidden: \${hidden}
`;

const typescript = `
import * as pulumi from "@pulumi/pulumi";
const config = new pulumi.Config();
export const word: string = config.require("word");
export const hidden: pulumi.Output<string> = config.requireSecret("hidden");
`;

const programs = [
  ["YAML", { program: "yaml", source: yaml }],
  ["type-checked TypeScript", { program: "typescript", source: typescript }],
  ["unchecked TypeScript", { program: "typescript", source: typescript, typecheck: false }],
] as const;

test.each(programs)(
  "a %s program runs, and its secret configuration never shows",
  async (_name, options) => {
    const stack = await stackOf({ ...options, config: { word: "hello" }, secretConfig: { hidden: "a-secret-word" } });
    await stack.up();
    expect(await stack.outputs()).toEqual({ word: "hello", hidden: "[secret]" });
    expect(stack.allOutput() + stack.rawStateFile()).not.toContain("a-secret-word");
    expect(await stack.outputs({ showSecrets: true })).toEqual({ word: "hello", hidden: "a-secret-word" });
    await stack.destroy();
    expect((await stack.exportState()).deployment.resources ?? []).toEqual([]);
  },
  limitMs,
);

test(
  "a type error in a program is reported",
  async () => {
    const stack = await stackOf({ program: "typescript", source: "export const wrong: number = 'text';" });
    const { exitCode, stdout } = await stack.preview([], { expectSuccess: false });
    expect(exitCode).not.toBe(0);
    expect(stdout).toContain("TS2322");
  },
  limitMs,
);

test(
  "a failing command ends in an error with the end of its output",
  async () => {
    const stack = await stackOf({ program: "yaml", source: `outputs:\n  wrong: \${nothing}` });
    await expect(stack.preview()).rejects.toThrow(/pulumi preview ended with exit code \d+:.*nothing/s);
  },
  limitMs,
);
