import type { OperationContext, OperationRequest, Session } from "../provider/cliFacade";

// No stack creates objects with this label, so a list that is limited to it is empty.
const nobody = { project: "", stack: "", type: "", name: "" };

/** The context of reads, whose deadline starts now. Their warnings become notes. */
export function readContext(
  session: Session,
  { notify = () => {}, ...request }: Partial<OperationRequest> & { notify?: (note: string) => void },
): OperationContext {
  const diagnostics = { warn: notify, inform: notify, status: () => {} };
  return session.context({ kind: "read", owner: nobody, secrets: [], secretPaths: [], diagnostics, ...request });
}
