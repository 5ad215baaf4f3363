import { type Shell, type ShellSettings, startShell } from "./startShell";

/** Before the tests of the block that this is called in, starts a shell in the folder and the environment of a stack; ends it after them. */
export function shellUnderTest(
  settings: () => { dir: string; env: Record<string, string> },
): Pick<Shell, "run" | "start"> {
  let shell: Shell | undefined;
  const started = () => {
    if (!shell) throw new Error("The shell runs only while tests do");
    return shell;
  };
  beforeAll(() => {
    const { dir: cwd, env } = settings();
    shell = startShell({ cwd, env } satisfies ShellSettings);
  });
  afterAll(() => shell?.close());
  return {
    run: (...args) => started().run(...args),
    start: (...args) => started().start(...args),
  };
}
