import { takenLicenses } from "../../scripts/supply/takenLicenses.js";

test.each([
  ["MIT", ["MIT"]],
  ["PSF-2.0", ["PSF-2.0"]],
  ["(GPL-2.0 OR BSD-3-Clause)", ["BSD-3-Clause"]],
  ["(BSD-3-Clause AND Apache-2.0)", ["BSD-3-Clause", "Apache-2.0"]],
  ["MIT OR Apache-2.0", ["MIT"]],
])("of the licenses %j, %j are taken", (offered, taken) => expect(takenLicenses(offered)).toEqual(taken));

test.each([
  ...["GPL-3.0", "SEE LICENSE IN LICENSE", "MIT AND GPL-2.0", "(MIT AND (GPL-2.0 OR ISC))"],
  ...["Apache-2.0 WITH Some-exception", "mit", "", undefined, { type: "MIT" }],
])("of the license %j none is taken", (offered) => expect(takenLicenses(offered)).toBeUndefined());
