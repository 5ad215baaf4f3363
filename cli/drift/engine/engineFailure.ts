/** Why a command of Pulumi failed. */
export interface EngineFailure {
  readonly message: string;
  /** Whether Pulumi's backend takes no login. */
  readonly unauthorised: boolean;
}

const pulumiIsMissing = /spawn pulumi ENOENT/;
const unauthorised = /^code: 3$/m;

/** What a failing command of Pulumi says; `heard` are the words of its events, which say it better where there are any. */
export function engineFailure(error: unknown, heard: readonly string[] = []): EngineFailure {
  const text = error instanceof Error ? error.message : String(error);
  const words = heard.length > 0 ? heard : wordsIn(text);
  return { message: [...new Set(words)].join("; "), unauthorised: unauthorised.test(text) };
}

/** Without the rest: it repeats the command and what it printed, which may be a state with its secrets in clear text. */
function wordsIn(text: string): string[] {
  if (pulumiIsMissing.test(text))
    return ["The command pulumi was not found: install Pulumi, or put its folder into PATH."];
  const [, code] = /^code: (-?\d+)$/m.exec(text) ?? [];
  if (code === undefined) return [text];
  const errors = [...text.matchAll(/^(?: stderr:)? *error: (.*)$/gm)].map(([, words = ""]) => words);
  const stderr = text.split("\n stderr: ").at(-1)?.split("\n err?: ")[0]?.trim();
  return errors.length > 0 ? errors : [stderr || `Pulumi failed with exit code ${code}.`];
}
