import type { Kept, Wire } from "./pluginDriver";

/** What a write may bring with it, on either face. */
export interface WriteOptions {
  ignoreChanges?: string[];
  /** Seconds, as customTimeouts has them. */
  timeout?: number;
}

/** What both faces can do, so that one table of behaviour holds for either. */
export interface FaceDriver {
  check(type: string, news: Wire, olds?: Wire): Promise<{ inputs: Wire; failures: string[] }>;
  /** Whether anything changes; which properties, only the plugin can say. */
  diff(
    type: string,
    kept: Kept,
    news: Wire,
    ignoreChanges?: string[],
  ): Promise<{ changes: boolean; replaces: boolean; deleteBeforeReplace: boolean }>;
  create(type: string, news: Wire, options?: Pick<WriteOptions, "timeout">): Promise<Kept>;
  /** The last argument of this and of delete: seconds, as customTimeouts has them. */
  read(type: string, kept: Kept, timeout?: number): Promise<Kept | undefined>;
  update(type: string, kept: Kept, news: Wire, options?: WriteOptions): Promise<Kept>;
  delete(type: string, kept: Kept, timeout?: number): Promise<void>;
  close(): Promise<void>;
}
