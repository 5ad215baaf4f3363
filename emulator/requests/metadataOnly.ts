import { canonicalJson, type JsonValue } from "../text/json";

interface Shown {
  kind?: string;
  metadata: JsonValue;
  items?: Shown[];
}

const apiVersion = "meta.k8s.io/v1";

/** An object, or each object of a list, reduced to its metadata, as metadata clients ask for it. A Status stays as it is. */
export function metadataOnly(json: string): string {
  const shown: Shown = JSON.parse(json);
  if (shown.kind === "Status") return json;
  const partial = ({ metadata }: Shown) => ({ apiVersion, kind: "PartialObjectMetadata", metadata });
  if (!shown.items) return canonicalJson(partial(shown));
  const items = shown.items.map(partial);
  return canonicalJson({ apiVersion, items, kind: "PartialObjectMetadataList", metadata: shown.metadata });
}
