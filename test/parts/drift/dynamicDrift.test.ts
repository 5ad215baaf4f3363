import { describeDrift } from "./table/describeDrift";

describeDrift("drift of dynamic resources", "typescript", { omitEmpty: false, leaves: "all at once" });
