import { EVENT_ID, type Event, parseEvents, YAMLException } from "js-yaml";
import { readLimits } from "./readLimits";

/** What a YAML text consists of, and the text that its positions are of. */
export interface YamlEvents {
  events: Event[];
  source: string;
}

const indent = " ".repeat(100);
/** Letters that may be read again in all, so that a hostile text costs no more than a few usual ones. */
const mostReadAgain = 4 * 1024 * 1024;

/**
 * Reads the first document. Inside brackets and quotes Go's reader does not care how a line is indented, and the library
 * does: such a line is indented, which means the same, and the text is read again.
 */
export function readYamlEvents(text: string): YamlEvents {
  let source = text;
  for (let letters = 0; ; letters += source.length) {
    try {
      // A scalar is a level of its own for the library.
      return { events: firstDocument(parseEvents(source, { maxDepth: readLimits.depth + 1 })), source };
    } catch (error) {
      const start = lineToIndent(error);
      if (start === undefined || source.startsWith(indent, start) || letters > mostReadAgain) throw error;
      source = source.slice(0, start) + indent + source.slice(start);
    }
  }
}

function lineToIndent(error: unknown): number | undefined {
  if (!(error instanceof YAMLException) || error.reason !== "deficient indentation") return undefined;
  return error.mark === undefined ? undefined : error.mark.position - error.mark.column;
}

function firstDocument(events: Event[]): Event[] {
  const second = events.findIndex((event, index) => index > 0 && event.type === EVENT_ID.DOCUMENT);
  return second < 0 ? events : events.slice(0, second);
}
