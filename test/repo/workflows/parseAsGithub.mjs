// Reads a JSON list of workflows from stdin and prints the errors of GitHub's own parser for each.
// It is a program of its own because Jest loads no ECMAScript modules.
import { register } from "node:module";
import { text } from "node:stream/consumers";

register("./jsonImports.mjs", import.meta.url);
const { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } = await import("@actions/workflow-parser");

/** @param {string} content */
async function errorsIn(content) {
  const { context, value } = parseWorkflow({ name: "workflow.yml", content }, new NoOperationTraceWriter());
  if (value) await convertWorkflowTemplate(context, value);
  return context.errors.getErrors().map(({ message }) => message);
}

/** @type {string[]} */
const sources = JSON.parse(await text(process.stdin));
process.stdout.write(JSON.stringify(await Promise.all(sources.map(errorsIn))));
