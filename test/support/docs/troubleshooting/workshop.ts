import type { Printed } from "../../../cli/stackOfTest";
import type { BadAnswer } from "../../badAnswers";
import type { FaceUnderTest } from "../../faceUnderTest";
import type { PluginOptions } from "../../plugin";
import type { PluginDriver } from "../../pluginDriver";

/** What a message can be provoked with. */
export interface Workshop extends Pick<FaceUnderTest, "platform" | "merge" | "create" | "stored"> {
  /** The plugin, configured for the platform; what it says to the engine is heard. */
  readonly driver: PluginDriver;
  /** Another one, with other settings beside address and key, and in a process of its own where options are given; it is heard too. */
  configured(settings: Record<string, string>, options?: PluginOptions): Promise<PluginDriver>;
  /** Something in place of the platform that gives this answer to everything; what comes of reading a template there. */
  readingFrom(answer: BadAnswer): Promise<unknown>;
  /** The command line, with the platform in its environment; what it printed is what was said. */
  commandLine(...args: string[]): Promise<Printed>;
  /** A folder for files of one message. */
  readonly folder: string;
}

/** Each message of a page, and what makes the product say it; what is thrown and what is returned counts as said. */
export type Provocations = Readonly<Record<string, (workshop: Workshop) => Promise<unknown>>>;
