import { parseLabelSelector } from "../../../provider/objects/labelSelector";

const labels = { team: "web", env: "prod", "example.com/tier": "", one: "1" };

test.each([
  ["", true],
  ["team=web", true],
  ["team==web", true],
  ["team = web , env=prod", true],
  ["team=db", false],
  ["team=web,env=dev", false],
  ["team!=db", true],
  ["team!=web", false],
  ["nobody!=web", true],
  ["team in (db, web)", true],
  ["team in (db)", false],
  ["nobody in (web)", false],
  ["env notin (dev,test),team in (web)", true],
  ["env notin (prod)", false],
  ["nobody notin (x)", true],
  ["team", true],
  ["!team", false],
  ["nobody", false],
  ["! nobody", true],
  ["example.com/tier=", true],
  ["constructor", false],
])("%s selects the object: %s", (selector, isSelected) => {
  expect(parseLabelSelector(selector)?.(labels)).toBe(isSelected);
});

test.each([
  "=web",
  "team=web,",
  ",team=web",
  "team=web,,env",
  "team in web",
  "team in (web",
  "a b",
  "team>1",
  "team=ä",
  "(a)",
  "team notin (db web)",
  "team in (!web)",
  "-team!=db",
  "a/b/c!=d",
])("%s is no selector", (selector) => {
  expect(parseLabelSelector(selector)).toBeUndefined();
});
