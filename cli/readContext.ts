import type { Context, ContextRequest, Session } from "../provider/cliFacade";

// No stack creates objects with this label, so a list that is limited to it is empty.
const nobody = { project: "", stack: "", type: "", name: "" };

/** The context of reads, whose deadline starts now. Their warnings become notes. */
export function readContext(
  session: Session,
  { notify = () => {}, ...request }: Partial<ContextRequest> & { notify?: (note: string) => void },
): Context {
  const diagnostics = { warn: notify, inform: notify, status: () => {} };
  return session.context({ method: "read", owner: nobody, secrets: [], secretPaths: [], diagnostics, ...request });
}
