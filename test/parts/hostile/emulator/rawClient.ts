export * from "../../../support/rawClient";
