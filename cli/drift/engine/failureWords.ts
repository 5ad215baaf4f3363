import type { EngineEvent } from "@pulumi/pulumi/automation";

type Diagnostic = NonNullable<EngineEvent["diagnosticEvent"]>;

// Whatever a program prints there is kept, and what ended it comes last.
const mostLines = 20;

/**
 * Collects why a command of the engine failed: its errors or, if there is none, the last lines that the program wrote to stderr. Pulumi
 * YAML reports an invalid program only there.
 */
export class FailureWords {
  readonly #errors: string[] = [];
  readonly #stderr: string[] = [];

  /** Hears a diagnostic that may explain the failure. */
  hear({ severity, message }: Diagnostic): void {
    const words = message.trim();
    if (severity === "error") this.#errors.push(words);
    else if (severity === "info#err" && words !== "") this.#stderr.push(words);
  }

  /** The errors that the engine reported. */
  get errors(): readonly string[] {
    return this.#errors;
  }

  /** Why it failed; empty if nothing says so. */
  get all(): readonly string[] {
    if (this.#errors.length > 0 || this.#stderr.length === 0) return this.#errors;
    return [this.#stderr.slice(-mostLines).join(" ")];
  }
}
