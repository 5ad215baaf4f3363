import { describeLifecycle } from "../support/lifecycle";

describeLifecycle("yaml", { omitEmpty: false });
describeLifecycle("typescript", { omitEmpty: false });
