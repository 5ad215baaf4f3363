/** A string with a Go type of its own, like `types.UID`. */
interface GoText {
  text: string;
}
/** A field that may be absent, which is another thing than empty. */
interface GoPointer {
  pointer: GoType;
}
interface GoList {
  list: GoType;
}
interface GoMap {
  map: "string";
}
/** A Go struct of the package `v1`. */
export interface GoStruct {
  struct: Record<string, GoType>;
  name: string;
}
/** The Go type of a field. */
export type GoType = "string" | "bool" | "int64" | "time" | "raw" | GoText | GoPointer | GoList | GoMap | GoStruct;
