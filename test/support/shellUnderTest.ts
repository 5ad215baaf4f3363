import { type Shell, startShell } from "./startShell";

/** Starts a shell in a folder and environment before the tests of a block; ends it after them. */
export function shellUnderTest(
  settings: () => { dir: string; env: Record<string, string> },
): Pick<Shell, "run" | "start"> {
  let shell: Shell | undefined;
  const started = () => {
    if (!shell) throw new Error("The shell runs only during tests");
    return shell;
  };
  beforeAll(() => {
    const { dir: cwd, env } = settings();
    shell = startShell({ cwd, env });
  });
  afterAll(() => shell?.close());
  return {
    run: (...args) => started().run(...args),
    start: (...args) => started().start(...args),
  };
}
