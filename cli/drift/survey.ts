import type { ConfigMap } from "@pulumi/pulumi/automation";
import {
  isDefaultProvider,
  operationSecrets,
  resolveConfig,
  stackSettings,
  systemSources,
} from "../../provider/cliFacade";
import { concurrently } from "../concurrently";
import { genericType } from "../listing";
import { principalsGiven } from "../options";
import type { StackName } from "../orphans/knownObjects";
import { stacksHolding } from "../orphans/states";
import { Platforms } from "../platforms";
import { type ExportedResource, type ExportedState, kindOfType } from "../state/exportedState";
import { secretsOf } from "../state/ourResource";
import { withProgress } from "../terminal";
import { oneLine } from "../words";
import { Outcomes, type Refresh, refresh } from "./engine/refresh";
import type { OpenStack } from "./engine/stack";
import { type FoundAbout, findingsOf, stackSubject, subjectOf } from "./findings/finding";
import { hiddenObjects } from "./findings/hidden";
import { type OrphanFindings, orphanFindings } from "./findings/orphans";
import { refusalFindings, refusalsOf } from "./findings/refused";
import { type ComparedResource, type ComparisonOptions, resourceFindings } from "./findings/resource";
import type { DriftValues } from "./options";
import { chosenResources } from "./patterns";
import type { Finding } from "./report";

/** A search of a run of `drift`. */
export interface Search {
  readonly stack: OpenStack;
  readonly signal: AbortSignal;
  readonly now: Date;
  /** An earlier failure, so that the run is not clean. */
  readonly failedBefore?: string | undefined;
  /** After a fix, which deletes undeclared resources. */
  readonly afterFix?: boolean;
}

/** All findings, before rules and kinds decide what counts. */
export interface Survey {
  readonly findings: readonly Finding[];
  readonly checked: number;
  readonly unread: number;
  readonly unauthorized: boolean;
  readonly notes: readonly string[];
  /** URNs of the selected resources; empty for all. */
  readonly targets: readonly string[];
}

/** Compares a stack with the platforms that it uses. Read-only. */
export async function survey(values: DriftValues, search: Search): Promise<Survey> {
  const { stack, signal, now } = search;
  const { only } = values;
  const [state, config] = await Promise.all([stack.state(), stack.config()]);
  const settings = resolveConfig(stackSettings({ get: (key) => config[key]?.value }), systemSources);
  // Running the program gives the default provider the stack's configuration.
  const isConfigured = (urn: string) => values.runProgram === true && isDefaultProvider(urn);
  const platforms = new Platforms(state, { stack: settings, isConfigured, signal });
  const chosen = chosenResources(state, only, search);
  const place = placeOf(stack);
  // Reads add the secrets of objects, which may be newer.
  const redactor = operationSecrets([...secretsOf(state), ...secretSettings(config)]);
  const notes: string[] = [...pendingNotes(state), ...withoutSpec(chosen)];
  const notify = (note: string) => notes.push(note);
  const types = only.length === 0 ? undefined : new Set(chosen.flatMap(({ type }) => kindOfType(type) ?? []));
  const heldBy = stacksHolding(stack.folder, notify);
  const selection = { types, allKinds: values.allKinds, principals: principalsGiven(values) };
  const [engine, orphans] = await Promise.all([
    compare(values, search, chosen),
    values.skipOrphans ? none : orphanFindings({ ...selection, place, state, platforms, notify, heldBy }),
  ]);
  const watched = chosen.map((exported) => watchedOf(exported, engine, platforms));
  const hidden = await hiddenObjects(watched, now);
  notes.push(...hidden.notes);
  const refusals = await refusalsOf(watched);
  const isRefused = new Set([...refusals.values()].flat());
  const readable = watched.filter((each) => !isRefused.has(each));
  const resources = await compareAll(readable, hidden.resources, {
    now,
    expiringWithinSeconds: values.expiringWithin,
  });
  const unread = isRefused.size + resources.filter(({ kind }) => kind === "unknown").length;
  const failures = [search.failedBefore, failureOf(engine)].flatMap((message) => message ?? []);
  const subject = stackSubject(place);
  const failed = failures.map((message): FoundAbout => ({ subject, kind: "unknown", message }));
  return {
    findings: findingsOf(
      place,
      [...failed, ...refusalFindings(refusals, orphans.refusing), ...resources, ...orphans.found],
      redactor,
    ),
    checked: chosen.length - unread,
    unread,
    unauthorized: engine.failure?.unauthorized === true || orphans.unauthorized || refusals.size > 0,
    notes: notes.map((note) => oneLine(redactor.mask(note, "provider"))),
    targets: targetsOf(chosen, only),
  };
}

const secretSettings = (config: ConfigMap): string[] =>
  Object.values(config).flatMap(({ value, secret }) => (secret ? [value] : []));

const none: OrphanFindings = { found: [], refusing: [], unauthorized: false };

/** Project and stack as in URNs: without the organization. */
export const placeOf = ({ project, name }: Pick<OpenStack, "project" | "name">): StackName => ({
  project,
  stack: name.split("/").at(-1) ?? name,
});

function pendingNotes({ resources, creating }: ExportedState): string[] {
  const waiting = resources.filter((each) => each.delete === true);
  return [
    ...creating.map(
      ({ urn }) => `The last update was stopped while it created ${urn}: pulumi refresh asks what to do.`,
    ),
    ...waiting.map(({ urn, id }) => `${urn} was replaced, and ${id} waits for the next pulumi up to delete it.`),
  ];
}

/** A note about objects of which an import has left out the spec, so that nothing compares it. */
export function withoutSpec(chosen: readonly ExportedResource[]): string[] {
  const blind = chosen.filter(({ type, inputs }) => kindOfType(type) === genericType && inputs?.spec === undefined);
  const names = blind.map(({ id }) => id).slice(0, maxNamed);
  const more = blind.length > maxNamed ? ` and ${blind.length - maxNamed} more` : "";
  return blind.length === 0 ? [] : [`Not compared, because the program declares no spec: ${names.join(", ")}${more}.`];
}

const maxNamed = 20;

async function compare(
  { only, runProgram = false, parallel }: DriftValues,
  { stack, signal }: Search,
  chosen: readonly ExportedResource[],
): Promise<Refresh> {
  // Without targets the engine would compare all resources.
  if (chosen.length === 0 && only.length > 0) return { outcomes: new Outcomes() };
  const targets = targetsOf(chosen, only);
  return withProgress(chosen.length, (step) => refresh(stack, { targets, runProgram, parallel, signal }, step));
}

const targetsOf = (chosen: readonly ExportedResource[], only: readonly string[]): string[] =>
  only.length > 0 ? chosen.map(({ urn }) => urn) : [];

function watchedOf(exported: ExportedResource, { outcomes }: Refresh, platforms: Platforms): ComparedResource {
  const platform = kindOfType(exported.type) === undefined ? undefined : platforms.of(exported);
  return { exported, outcome: outcomes.of(exported), platform };
}

async function compareAll(
  watched: readonly ComparedResource[],
  hidden: ReadonlySet<ComparedResource>,
  options: ComparisonOptions,
): Promise<FoundAbout[]> {
  const found = await concurrently(watched, async (each) => {
    const about = hidden.has(each) ? [notShown] : await resourceFindings(each, options);
    return about.map((found) => ({ ...found, subject: subjectOf(each.exported, each.platform) }));
  });
  return found.flat();
}

const notShown = {
  kind: "unknown",
  message: "Cannot be compared: the platform does not let this key read such objects.",
} as const;

/** The engine's last message after errors of resources. */
const summaries = /^(preview|refresh|update) failed$/;

/** The engine's failure, unless errors of resources explain it. */
function failureOf({ failure, outcomes }: Refresh): string | undefined {
  const isExplained = outcomes.hasResourceErrors && outcomes.failure.errors.every((message) => summaries.test(message));
  return isExplained ? undefined : failure?.message;
}
