// Reads a workflow from stdin with GitHub's own parser, and writes what is wrong with it and the conditions of its steps as GitHub
// completes them. A program of its own, since Jest loads no ECMAScript modules.
import { register } from "node:module";
import { text } from "node:stream/consumers";

register("./jsonImports.mjs", import.meta.url);
const { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } = await import("@actions/workflow-parser");

const file = { name: "workflow.yml", content: await text(process.stdin) };
const { context, value } = parseWorkflow(file, new NoOperationTraceWriter());
const template = value && (await convertWorkflowTemplate(context, value));
const errors = context.errors.getErrors().map(({ message }) => message);

/** @param {import("@actions/workflow-parser/model/workflow-template").WorkflowJob} job */
const conditionsOf = (job) => ("steps" in job ? job.steps.map((step) => step.if?.expression ?? "") : []);

// A workflow that is wrong converts to half a template.
const jobs = errors.length === 0 && template ? template.jobs : [];
const conditions = Object.fromEntries(jobs.map((job) => [job.id.value, conditionsOf(job)]));
process.stdout.write(JSON.stringify({ errors, conditions }));
