import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import type { TLSSocket } from "node:tls";
import { connectionTexts, errorCode, failureKind, proxyFor, withoutBrackets } from "../../../provider/cliFacade";
import { envName } from "../../../provider/settingNames.js";
import { type Check, clientOptionsOf, configOf, type Line, ok, problem, skipped, warning } from "../check";
import { dial } from "../connection";

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** The scheme of the base URL. */
export const address: Check = {
  name: "address",
  looksAt: "whether the address is encrypted",
  needs: ["settings"],
  run: (facts) => {
    const { baseUrl } = configOf(facts);
    const url = new URL(baseUrl);
    if (url.protocol === "https:" || loopback.test(url.hostname)) return ok(baseUrl);
    const what = `${baseUrl} is not encrypted: whoever is on the way can read the key`;
    return warning(what, "Use the https:// address of the platform.");
  },
};

/** The proxy, without its password. */
export const proxy: Check = {
  name: "proxy",
  looksAt: "the proxy that is used, and the variable that names it",
  needs: ["address"],
  run: (facts) => {
    const used = proxyFor(configOf(facts).baseUrl, facts.machine.env);
    return ok(used ? `${used.address}, from ${used.variable}` : "none is used");
  },
};

/** DNS. */
export const dns: Check = {
  name: "dns",
  looksAt: "whether DNS resolves the host",
  needs: ["address"],
  run: async (facts) => {
    const { baseUrl } = configOf(facts);
    const host = withoutBrackets(new URL(baseUrl).hostname);
    if (proxyFor(baseUrl, facts.machine.env)) return ok("resolved by the proxy");
    if (isIP(host)) return { lines: [skipped("the address holds no name")], continues: true };
    try {
      const found = await lookup(host, { all: true });
      return ok(`${host} is ${found.map((each) => each.address).join(", ")}`);
    } catch (error) {
      const { text, remedy } = connectionTexts[failureKind(errorCode(error))];
      return problem(`${host}: ${text} (${errorCode(error)})`, remedy);
    }
  },
};

/** TCP, and the tunnel through a proxy. */
export const connection: Check = {
  name: "connection",
  looksAt: "whether a connection succeeds, through the proxy if there is one",
  needs: ["address", "dns"],
  run: async (facts) => {
    (await dial(clientOptionsOf(facts), facts.machine.timeoutMs, "tcp")).destroy();
    return ok(`connected to ${new URL(configOf(facts).baseUrl).host}`);
  },
};

const dayMs = 24 * 60 * 60 * 1000;
const minDays = 14;

/** TLS, and the expiry of the platform's certificate. */
export const certificate: Check = {
  name: "certificate",
  looksAt: "whether the platform's certificate is trusted and valid for the address, and when it expires",
  needs: ["connection"],
  run: async (facts) => {
    const { machine } = facts;
    if (!configOf(facts).baseUrl.startsWith("https:")) {
      return { lines: [skipped("the address is http://")], continues: true };
    }
    const socket = (await dial(clientOptionsOf(facts), machine.timeoutMs, "tls")) as TLSSocket;
    const end = Date.parse(socket.getPeerCertificate().valid_to);
    socket.destroy();
    return lineOf(end, socket.authorized, machine.now());
  },
};

function lineOf(end: number, isTrusted: boolean, now: number): Line {
  const days = Math.floor((end - now) / dayMs);
  const date = new Date(end).toISOString().slice(0, 10);
  const told = days < 0 ? `it ended on ${date}` : `it holds until ${date}, ${days} days from now`;
  if (!isTrusted) {
    return warning(
      `nobody vouches for the certificate; ${told}`,
      `Set ${envName("certificateAuthority")}, and unset insecureSkipTlsVerify where it is set.`,
    );
  }
  return days < minDays ? warning(told, "Have the platform's certificate renewed.") : ok(told);
}
