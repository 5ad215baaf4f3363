import { TLSSocket } from "node:tls";
import type { Check } from "../check";
import { clientOptionsOf, configOf } from "../known";
import { ok, problem } from "../line";
import { DialError, type Dialed, dial } from "../network/dial";

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
