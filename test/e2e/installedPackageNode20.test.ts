import { describeInstalledPackage } from "../support/installed/describeInstalledPackage";

describeInstalledPackage({ node: 20, pulumi: "3.248.0" });
