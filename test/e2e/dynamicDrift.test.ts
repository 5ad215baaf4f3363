import { describeDrift } from "./drift/describeDrift";

describeDrift("drift of dynamic resources", "typescript", { omitEmpty: false, leaves: "all at once" });
