import { describeLifecycle } from "../../support/lifecycle";

describeLifecycle("yaml", { omitEmpty: true });
describeLifecycle("typescript", { omitEmpty: true });
