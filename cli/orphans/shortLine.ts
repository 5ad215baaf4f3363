import { presentable } from "../../provider/api/presentable";

// What pipelines obey wherever in a line it stands, such as ##[error] and ##vso[task.setvariable …].
const pipelineCommand = /##(?=\w*\[)/g;

/** Words of others in a line of ours, and no more of them than asked for: nothing in them gives orders to a terminal or a pipeline. */
export function shortLine(text: string, longest: number | undefined): string {
  const line = presentable(text, [], longest).replaceAll("\n", "\\n").replaceAll("\t", "\\t");
  return line.replace(pipelineCommand, "#\\u0023");
}
