/** The key that marks a map as a special value of Pulumi, such as a secret or an asset. */
export const signature = "4dabf18193072939515e22adb298388d";

/** Pulumi's sentinels for unknown values, one per type. The first is for strings. */
export const unknownSentinels = [
  "04da6b54-80e4-46f7-96ec-b56ff0331ba9",
  "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7",
  "3eeb2bf0-c639-47a8-9e75-3b44932eb421",
  "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2",
  "030794c1-ac77-496b-92df-f27374a8bd58",
  "e48ece36-62e2-4504-bad9-02848725956a",
  "dd056dcd-154b-4c76-9bd3-c8f88648b5ff",
] as const;

const sentinelSet: ReadonlySet<string> = new Set(unknownSentinels);

/** Replaces a marker in platform data: it could make Pulumi read a local file. */
export const markerPlaceholder = "(a marker of Pulumi, which is not passed on)";

/** Whether this key marks a special value of Pulumi or of its Node.js SDK. */
export const isMarkerKey = (key: string): boolean => key === signature || key.startsWith("__pulumi");

/** Whether a text is a sentinel for an unknown value. */
export const isUnknownSentinel = (text: string): boolean => sentinelSet.has(text);
