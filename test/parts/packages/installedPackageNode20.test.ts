import { describeInstalledPackage } from "./installed/describeInstalledPackage";

describeInstalledPackage({ node: 20, pulumi: "3.248.0" });
// The oldest library that it says it works with.
describeInstalledPackage({ node: 20, pulumi: "3.216.0", typescript: "5.9.3" });
