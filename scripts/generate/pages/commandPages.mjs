// The pages of pulumi-vcluster-platform's commands, from the same words as its help.
import { cell, header, table } from "./markdown.mjs";

/**
 * @typedef {{ name: string, summary: string }} Command
 * @typedef {{ title: string, columns: string[], rows: string[][] }} FactTable
 * @typedef {{ rows: [string, string][], codes: [string, string][], facts?: FactTable | undefined }} CommandWords
 */

/** The guide of each command. */
const guides = /** @type {Record<string, string>} */ ({
  serve: "../local-platform.md",
  drift: "../detect-drift.md",
  orphans: "../orphans.md",
  doctor: "../install.md#check-the-installation",
  import: "../import.md",
});

/** @param {string} name */
export const commandFile = (name) => `pulumi-vcluster-platform-${name}.md`;

/**
 * @param {Command} command
 * @param {CommandWords} words
 */
export function commandPage({ name, summary }, { rows, codes, facts }) {
  const guide = guides[name];
  if (!guide) throw new Error(`No guide is named for the command ${name}.`);
  return [
    `${header}# pulumi-vcluster-platform ${name}\n\n${summary}. [Guide](${guide}).\n`,
    `Usage: \`pulumi-vcluster-platform ${name} [options]\`.\n`,
    `## Options\n\n${table(
      ["option", "meaning"],
      rows.map(([option, meaning]) => [cell(`\`${option}\``), cell(meaning)]),
    )}`,
    `## Exit codes\n\n${table(
      ["code", "meaning"],
      codes.map(([code, meaning]) => [code, cell(meaning)]),
    )}`,
    ...(facts ? [`## ${facts.title}\n\n${table(facts.columns, facts.rows)}`] : []),
  ].join("\n");
}
