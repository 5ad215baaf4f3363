import { describeCanaries } from "../../support/describeCanaries";

describeCanaries("yaml", { hideKeys: true });
