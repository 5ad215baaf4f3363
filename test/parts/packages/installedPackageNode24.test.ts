import { describeInstalledPackage } from "./installed/describeInstalledPackage";

describeInstalledPackage({ node: 24, pulumi: "3.270.0" });
