import { invalidName } from "../../../provider/api/dryRunProbe";
import { messageOf } from "../../../provider/objects/messages/messages";
import type { OperationContext } from "../../../provider/objects/operation";
import { ownerSelector } from "../../../provider/objects/ownership";
import { resources } from "../../../provider/resources/registry";
import { instances } from "../../../provider/resources/virtualCluster/virtualClusterInstance";
import { type Collection, collections } from "../../orphans/findOrphans";
import type { Check, Facts } from "../check";
import { contextOf, type Right, rightOf } from "../known";
import { type Line, mend, ok, problem, skipped, warning } from "../line";

/** A question that nothing can come of: no object has the name, and no object has the label. */
type Question = (context: OperationContext, plural: string) => Promise<unknown>;

const list: Question = ({ client, call, ...context }, plural) => {
  const labelSelector = ownerSelector({ client, call, ...context });
  return client.page([plural], { labelSelector, limit: 1, metadataOnly: true }, call);
};

const reads: Readonly<Record<string, Question>> = {
  list,
  get: ({ client, call }, plural) => client.get([plural, invalidName], call),
};

const writes: Readonly<Record<string, (kind: string) => Question>> = {
  create:
    (kind) =>
    ({ client, call }, plural) =>
      client.create([plural], { apiVersion: client.apiVersion, kind, metadata: { name: invalidName } }, call),
  patch:
    () =>
    ({ client, call }, plural) =>
      client.patch([plural, invalidName], [{ op: "test", path: "/metadata/name", value: "" }], call),
};

/** A delete of a name that no object has does nothing, also where dryRun is not read. */
const remove: Question = ({ client, call }, plural) => client.delete([plural, invalidName], {}, call);

/** What the key may do, kind by kind and verb by verb. */
export const rights: Check = {
  name: "rights",
  looksAt: "what the key may do: list, get, create, patch and delete of each kind, without writing anything",
  needs: ["key"],
  run: async (facts) => {
    const asked: Asked[] = [];
    for (const collection of collections) asked.push(...(await rightsIn(facts, collection)));
    asked.push(...(await rightsOfImports(facts)));
    const user = asked.map(({ right }) => (right?.kind === "denied" ? right.user : undefined)).find(Boolean);
    return { lines: asked.map(({ line }) => line), ...(user && { facts: { user } }) };
  },
};

interface Asked {
  readonly line: Line;
  readonly right?: Right;
}

async function rightsIn(facts: Facts, { type, plural }: Collection): Promise<Asked[]> {
  const asked: Asked[] = [];
  for (const [verb, question] of Object.entries(reads)) {
    asked.push(await answerTo(`${type} ${verb}`, "problem", () => question(contextOf(facts), plural)));
  }
  const deaf = await whyNotTried(facts, plural);
  for (const [verb, questionFor] of Object.entries(writes)) {
    const subject = `${type} ${verb}`;
    const question = questionFor(type);
    if (deaf) asked.push({ line: skipped(`not asked: ${deaf}`, subject) });
    else asked.push(await answerTo(subject, "warning", () => question(dry(contextOf(facts)), plural)));
  }
  asked.push(await answerTo(`${type} delete`, "warning", () => remove(dry(contextOf(facts)), plural)));
  return asked;
}

/** Why nothing may be tried; undefined where a trial writes nothing. */
async function whyNotTried(facts: Facts, plural: string): Promise<string | undefined> {
  const { dryRunProbe, call } = contextOf(facts);
  try {
    return await dryRunProbe.problem(plural, call);
  } catch (error) {
    return `it could not be asked whether it reads dryRun: ${messageOf(error)}`;
  }
}

/** Each project grants what else there is, and no project is known here. */
async function rightsOfImports(facts: Facts): Promise<Asked[]> {
  const asked: Asked[] = [];
  for (const { type, plural } of resources) {
    if (plural) continue;
    asked.push(await answerTo(`${type} list`, "warning", () => list(contextOf(facts), instances)));
    const others = ["get", "create", "patch", "delete"].map((verb) =>
      skipped("not asked: each project grants it", `${type} ${verb}`),
    );
    asked.push(...others.map((line) => ({ line })));
  }
  return asked;
}

const dry = (context: OperationContext): OperationContext => ({ ...context, call: { ...context.call, dryRun: "All" } });

async function answerTo(
  subject: string,
  denial: "problem" | "warning",
  question: () => Promise<unknown>,
): Promise<Asked> {
  const right = await rightOf(question);
  return { line: lineOf(right, subject, denial), right };
}

const widen = "Give the key's user this right, or widen the key's scope.";

function lineOf(right: Right, subject: string, denial: "problem" | "warning"): Line {
  if (right.kind === "granted") return ok("allowed", subject);
  if (right.kind === "notOffered") return skipped("the platform does not offer it", subject);
  if (right.kind === "denied") return (denial === "problem" ? problem : warning)("not allowed (403)", widen, subject);
  if (right.kind === "unknown") return problem(right.why, mend, subject);
  const refused = problem(
    "the platform refused the access key meanwhile",
    "Run this again: it says where the key comes from.",
    subject,
  );
  return { ...refused, isUnauthorized: true };
}
