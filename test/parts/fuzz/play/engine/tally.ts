/** What was done in sequences, and what happened in them. */
export interface Tally {
  sequences: number;
  commands: number;
  failedCommands: number;
  requests: number;
  edits: number;
  faultsHit: number;
  providersKilled: number;
  enginesKilled: number;
  /** Engines that were killed while they wrote what lies beside their state. */
  statesMended: number;
  /** Objects that `pulumi-platform orphans` named. */
  orphans: number;
  /** Names that were taken in the end, so that its advice was followed: by an import, or by a delete. */
  imported: number;
  deleted: number;
}

/** Nothing yet. */
export const emptyTally = (): Tally => ({
  sequences: 0,
  commands: 0,
  failedCommands: 0,
  requests: 0,
  edits: 0,
  faultsHit: 0,
  providersKilled: 0,
  enginesKilled: 0,
  statesMended: 0,
  orphans: 0,
  imported: 0,
  deleted: 0,
});
