import type { Kept, Wire } from "./pluginDriver";

/** Options of a write on either adapter. */
export interface WriteOptions {
  ignoreChanges?: string[];
  /** Seconds, as customTimeouts has them. */
  timeout?: number;
}

/** The operations of both adapters, so that the same tests run on either. */
export interface AdapterDriver {
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
