import { describeInstalledPackage } from "./installed/describeInstalledPackage";

describeInstalledPackage({ node: 22, pulumi: "3.270.0" });
