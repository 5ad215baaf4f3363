import type { Check } from "../check";
import { type Line, ok, problem, skipped, warning } from "../line";
import type { Dialed } from "../network/dial";

const dayMs = 24 * 60 * 60 * 1000;
const soonDays = 14;

/** TLS, and until when the platform's certificate holds. */
export const certificate: Check = {
  name: "certificate",
  looksAt: "whether the platform's certificate is trusted, is for the address, and how long it holds",
  needs: ["connection"],
  run: ({ dialed = {}, machine }) => ({
    lines: [lineOf(dialed, machine.now())],
    goesOn: dialed.tlsFailure === undefined,
  }),
};

function lineOf({ tlsFailure, certificate: shown }: Dialed, now: number): Line {
  if (tlsFailure) return problem(tlsFailure.message, tlsFailure.remedy);
  if (!shown) return skipped("the address is http://");
  const days = Math.floor((Date.parse(shown.end) - now) / dayMs);
  const date = new Date(shown.end).toISOString().slice(0, 10);
  const told = days < 0 ? `it ended on ${date}` : `it holds until ${date}, ${days} days from now`;
  if (!shown.isTrusted) {
    return warning(
      `nobody vouches for the certificate; ${told}`,
      "Set PLATFORM_CERTIFICATE_AUTHORITY, and unset insecureSkipTlsVerify where it is set.",
    );
  }
  return days < soonDays ? warning(told, "Have the platform's certificate renewed.") : ok(told);
}
