import type { Section } from "./row";

/** What a server of Go types answers otherwise stands as `native` in the rows of the other sections. */
export const goServer: Section = {
  title: "Native types",
  rows: [],
  todo: [
    "POST wrong apiVersion: the Go message",
    "POST apiVersion of another group: the Go message",
    "POST wrong type: 400 with one Go message",
    "PUT wrong kind: 400",
    "strategic merge patch",
  ],
};
