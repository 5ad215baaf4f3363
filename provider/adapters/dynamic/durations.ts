const unitSeconds: Readonly<Record<string, number>> = {
  ns: 1e-9,
  us: 1e-6,
  µs: 1e-6,
  ms: 0.001,
  s: 1,
  m: 60,
  h: 3600,
  d: 86_400,
};

/** Seconds of a customTimeouts text such as `1h30m`; undefined if invalid. */
export function durationSeconds(text: string | undefined): number | undefined {
  const parts = [...(text ?? "").matchAll(/(\d+(?:\.\d+)?)(ns|us|µs|ms|[smhd])/g)];
  if (parts.length === 0) return undefined;
  const seconds = parts.reduce((sum, [, count, unit]) => sum + Number(count) * (unitSeconds[unit ?? ""] ?? 0), 0);
  return text?.startsWith("-") ? -seconds : seconds;
}
