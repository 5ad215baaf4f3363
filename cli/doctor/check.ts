import type { Config } from "../../provider/config/config";
import type { Session } from "../../provider/engine/session";
import type { Line } from "./line";
import type { Machine } from "./machine";
import type { HttpAnswer } from "./network/ask";
import type { Dialed } from "./network/dial";
import type { StackConfiguration } from "./stack/stackConfiguration";

/** What the checks before have found out. */
export interface Facts {
  readonly machine: Machine;
  /** The settings that options give. */
  readonly explicit: Readonly<Record<string, string | undefined>>;
  /** The stack that was asked for by its name. */
  readonly stackName?: string | undefined;
  /** What the stack says of the provider; absent where no stack is known. */
  readonly stack?: StackConfiguration;
  /** With a stand-in for the key where there is none; then there is no session. */
  readonly config?: Config;
  readonly session?: Session;
  readonly dialed?: Dialed;
  /** What the path of the API group was answered. */
  readonly answer?: HttpAnswer;
  /** What the group offers: collections, and parts of them such as `projects/importvirtualcluster`. */
  readonly offered?: readonly string[];
  /** Who the platform takes the key for, as a refusal says. */
  readonly user?: string;
}

/** What a check found, and what later ones can use. */
export interface Finding {
  readonly lines: readonly Line[];
  readonly facts?: Partial<Facts>;
  /** Later checks can go on all the same. */
  readonly goesOn?: boolean;
}

/** One question. */
export interface Check {
  readonly name: string;
  /** What it looks at: the page of the command has the same words. */
  readonly looksAt: string;
  /** The checks without whose success there is nothing to ask. */
  readonly needs: readonly string[];
  readonly run: (facts: Facts) => Finding | Promise<Finding>;
}
