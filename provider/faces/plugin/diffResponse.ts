import * as rpc from "@pulumi/pulumi/proto/provider_pb";
import type { Change, DiffResult } from "../../engine.js";
import { formatPath } from "../../objects/values.js";

const { Kind } = rpc.PropertyDiff;

const kinds = {
  add: [Kind.ADD, Kind.ADD_REPLACE],
  update: [Kind.UPDATE, Kind.UPDATE_REPLACE],
  delete: [Kind.DELETE, Kind.DELETE_REPLACE],
} as const;

/** A diff as the engine wants it: by property path, with what each change does. */
export function diffResponse({ changes, deleteBeforeReplace }: DiffResult): rpc.DiffResponse {
  const response = new rpc.DiffResponse();
  const { DIFF_SOME, DIFF_NONE } = rpc.DiffResponse.DiffChanges;
  response.setChanges(changes.length > 0 ? DIFF_SOME : DIFF_NONE);
  response.setHasdetaileddiff(true);
  response.setDeletebeforereplace(deleteBeforeReplace);
  response.setDiffsList(topLevel(changes));
  response.setReplacesList(changes.filter(({ replaces }) => replaces).map(({ path }) => formatPath(path)));
  for (const change of changes) response.getDetaileddiffMap().set(formatPath(change.path), propertyDiff(change));
  return response;
}

const topLevel = (changes: readonly Change[]) => [...new Set(changes.map(({ path }) => String(path[0])))];

function propertyDiff({ kind, replaces, input }: Change): rpc.PropertyDiff {
  const difference = new rpc.PropertyDiff();
  difference.setKind(kinds[kind][replaces ? 1 : 0]);
  difference.setInputdiff(input);
  return difference;
}
