const { repository } = require("pulumi-platform/package.json") as { repository?: unknown };

/** Where a page of docs/ is read, such as `drift.md`; undefined where package.json names no repository that a browser opens. */
export function docsUri(page: string, of: unknown = repository): string | undefined {
  const url = typeof of === "string" ? of : (of as { url?: string } | undefined)?.url;
  const [, address] = url?.match(/^(?:git\+)?(https:\/\/.+?)(?:\.git)?\/?$/) ?? [];
  return address && `${address}/blob/HEAD/docs/${page}`;
}
