/** A stop that signals ask for. */
export interface Stopping {
  readonly signal: AbortSignal;
  /** Stops listening to signals and cancels running requests, which keep the process alive. */
  forget(): void;
}

/** Stops, instead of ending the process at once, on SIGINT, SIGTERM and SIGHUP, so that what was found until then is reported. */
export function stopOnSignals(): Stopping {
  const controller = new AbortController();
  const stop = () => controller.abort();
  let isTold = !process.stderr.isTTY;
  const interrupted = () => {
    // In a terminal Ctrl-C reaches Pulumi, too, and a second signal would make it drop what it is at.
    if (isTold) return stop();
    isTold = true;
    console.error("\nnote: A running pulumi command stops. Press Ctrl-C again to stop everything else, too.");
  };
  process.on("SIGINT", interrupted).on("SIGTERM", stop).on("SIGHUP", stop);
  return {
    signal: controller.signal,
    forget: () => {
      process.off("SIGINT", interrupted).off("SIGTERM", stop).off("SIGHUP", stop);
      stop();
    },
  };
}
