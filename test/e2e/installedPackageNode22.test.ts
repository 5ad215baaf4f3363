import { describeInstalledPackage } from "../support/installed/describeInstalledPackage";

describeInstalledPackage({ node: 22, pulumi: "3.270.0" });
