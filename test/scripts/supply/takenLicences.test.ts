import { takenLicences } from "../../../scripts/supply/takenLicences.js";

test.each([
  ["MIT", ["MIT"]],
  ["Apache-2.0", ["Apache-2.0"]],
  ["ISC", ["ISC"]],
  ["0BSD", ["0BSD"]],
  ["PSF-2.0", ["PSF-2.0"]],
  ["(BSD-3-Clause OR GPL-2.0)", ["BSD-3-Clause"]],
  ["(GPL-2.0 OR BSD-3-Clause)", ["BSD-3-Clause"]],
  ["(BSD-3-Clause AND Apache-2.0)", ["BSD-3-Clause", "Apache-2.0"]],
  ["MIT OR Apache-2.0", ["MIT"]],
])("what is offered under %s is taken under %j", (offered, taken) => expect(takenLicences(offered)).toEqual(taken));

test.each([
  "GPL-3.0",
  "AGPL-3.0-only",
  "LGPL-2.1",
  "MPL-2.0",
  "SSPL-1.0",
  "MIT AND GPL-2.0",
  "(MIT AND (GPL-2.0 OR ISC))",
  "Apache-2.0 WITH Some-exception",
  "SEE LICENSE IN LICENSE",
  "UNLICENSED",
  "mit",
  "",
  undefined,
  { type: "MIT" },
])("what is offered under %j is not taken", (offered) => expect(takenLicences(offered)).toBeUndefined());
