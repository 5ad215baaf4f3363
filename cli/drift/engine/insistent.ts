const patienceMs = 5000;

/**
 * A signal that tells twice to stop. Pulumi waits at the first for what its providers are at, and nobody tells a dynamic provider; at the
 * second it ends at once.
 */
export function insistent(signal: AbortSignal): AbortSignal {
  const twice = new EventTarget();
  const tell = () => twice.dispatchEvent(new Event("abort"));
  signal.addEventListener("abort", () => {
    tell();
    setTimeout(tell, patienceMs).unref();
  });
  // The Automation API only listens.
  return twice as AbortSignal;
}
