/** The server that rows are run against. */
export interface Target {
  baseUrl: string;
  accessKey: string;
  /** The domain in the API group. */
  vendor: string;
  /** The API: 3 is the specification, 4 the product, whose types drop unknown fields. */
  api?: 3 | 4;
  /** It serves the kinds as Go types, not as custom resources. */
  goTypes: boolean;
  /** A key that may only read; without it, one is made where a row needs it. */
  restrictedKey?: string;
}
