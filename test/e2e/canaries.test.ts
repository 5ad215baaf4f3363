import { describeCanaries } from "../support/describeCanaries";

describeCanaries("yaml", {});
describeCanaries("typescript", {});
