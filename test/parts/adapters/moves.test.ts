import { describeMove } from "../../support/moves";

describeMove({ omitEmpty: true, hideKeys: true });
