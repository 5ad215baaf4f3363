import { describeDrift } from "./table/describeDrift";

describeDrift("drift of plugin resources", "yaml", { omitEmpty: false, leaves: "one by one" });
describeDrift("drift of plugin resources", "yaml", { omitEmpty: true, leaves: "all at once" });
