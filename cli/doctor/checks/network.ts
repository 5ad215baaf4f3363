import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { TLSSocket } from "node:tls";
import { errorCode, failureKind } from "../../../provider/api/errors/connectionFailures";
import { proxyFor } from "../../../provider/api/transport/proxy";
import { withoutBrackets } from "../../../provider/api/transport/urls";
import { envName } from "../../../provider/identity.js";
import { connectionMessages } from "../../../provider/messages/connection";
import type { Check } from "../check";
import { clientOptionsOf, configOf } from "../known";
import { type Line, ok, problem, skipped, warning } from "../line";
import { DialError, type Dialed, dial } from "../network/dial";

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** What the form of the address tells. */
export const address: Check = {
  name: "address",
  looksAt: "the form of the address: http or https, and no part of the API's own path",
  needs: ["settings"],
  run: (facts) => {
    const { baseUrl } = configOf(facts);
    const url = new URL(baseUrl);
    if (url.pathname.includes("/kubernetes/management")) {
      const right = baseUrl.slice(0, baseUrl.indexOf("/kubernetes/management"));
      return { lines: [problem(`${baseUrl} holds a part of the API's own path`, `Set baseUrl to ${right}.`)] };
    }
    if (url.protocol === "https:" || loopback.test(url.hostname)) return { lines: [ok(baseUrl)] };
    const what = `${baseUrl} is not encrypted: whoever is on the way can read the key`;
    return { lines: [warning(what, "Use the https:// address of the platform.")] };
  },
};

/** The proxy on the way, without its password. */
export const proxy: Check = {
  name: "proxy",
  looksAt: "the proxy that is used, and the variable that names it",
  needs: ["address"],
  run: (facts) => {
    const used = proxyFor(configOf(facts).baseUrl, facts.machine.env);
    return { lines: [ok(used ? `${used.address}, from ${used.variable}` : "none is used")] };
  },
};

/** The name service. */
export const dns: Check = {
  name: "dns",
  looksAt: "whether the name service knows the host",
  needs: ["address"],
  run: async (facts) => {
    const { baseUrl } = configOf(facts);
    const host = withoutBrackets(new URL(baseUrl).hostname);
    if (proxyFor(baseUrl, facts.machine.env)) return { lines: [ok("left to the proxy")] };
    if (isIP(host)) return { lines: [skipped("the address holds no name")], goesOn: true };
    try {
      const found = await lookup(host, { all: true });
      return { lines: [ok(`${host} is ${found.map((each) => each.address).join(", ")}`)] };
    } catch (error) {
      const { text, remedy } = connectionMessages[failureKind(errorCode(error))];
      return { lines: [problem(`${host}: ${text} (${errorCode(error)})`, remedy)] };
    }
  },
};

/** TCP, and the tunnel of a proxy. */
export const connection: Check = {
  name: "connection",
  looksAt: "whether a connection comes about, through the proxy where there is one",
  needs: ["address", "dns"],
  run: async (facts) => {
    try {
      const socket = await dial(clientOptionsOf(facts), facts.machine.timeoutMs);
      const dialed = socket instanceof TLSSocket ? shownBy(socket) : {};
      socket.destroy();
      return { lines: [ok(`connected to ${new URL(configOf(facts).baseUrl).host}`)], facts: { dialed } };
    } catch (error) {
      if (!(error instanceof DialError)) throw error;
      // The handshake comes after the connection, so what is wrong with it is told there.
      if (error.kind.startsWith("tls")) return { lines: [ok("connected")], facts: { dialed: { tlsFailure: error } } };
      return { lines: [problem(error.message, error.remedy)] };
    }
  },
};

function shownBy(socket: TLSSocket): Dialed {
  const { valid_to: end, subject } = socket.getPeerCertificate();
  return { certificate: { end, subject: String(subject?.CN ?? ""), isTrusted: socket.authorized } };
}

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
      `Set ${envName("certificateAuthority")}, and unset insecureSkipTlsVerify where it is set.`,
    );
  }
  return days < soonDays ? warning(told, "Have the platform's certificate renewed.") : ok(told);
}
