import fc from "fast-check";

/** Texts with a meaning in YAML, TypeScript or Pulumi, and texts that look like other values. */
const pieces = [
  ..."$$$${}`\\'\"#:-|>[]{}&*!%@?~,=.0aZ \n\t\r\u0000\u0007\u007f\u0085\u00a0\u00ad\u2028\u202e\ufeff\ufffeé😀\u{e0001}",
  ...["\n\n", " \n", "\n ", "---\n", "\r\n", "$", "{x}", "- a\n", "a: b\n", "# c\n", "  d\n", "null", "yes", "0755"],
  ...["2026-01-01", "12:30", "1e3", "1_000", ".inf", "<<", "fn::secret", "</script>"],
];

/** Texts that no import takes, because Pulumi writes them into programs as code. */
const becomesCode = /\$\$\{|""".*\n|\n.*(?:"""|\\$)/s;

/** Texts made of what languages read as something else. */
export const oddText = fc
  .array(fc.constantFrom(...pieces), { maxLength: 12 })
  .map((parts) => parts.join(""))
  .filter((text) => !becomesCode.test(text));
