/** How a server differs by what it serves the kinds from. */
export interface Flavor {
  /** Leaves false, "", 0, empty lists and empty maps of a spec out of what it stores. */
  dropsEmptyFields: boolean;
  /** Writes kind and apiVersion into every item of a list. */
  namesKindInItems: boolean;
  /** Takes a PUT without resourceVersion as "overwrite". */
  allowsUnconditionalUpdate: boolean;
  /** Decodes into Go types: a missing kind or apiVersion is filled in, a wrong type is one 400. */
  decodesGoTypes: boolean;
  /** Keeps unknown fields of a spec. Others drop them with a warning. */
  keepsUnknownFields: boolean;
  /** Refuses the methods that only make sense on the other of collection and object with 405. */
  refusesMisplacedMethods: boolean;
}

/** A server that serves the kinds as custom resources. */
export const customResources: Flavor = {
  dropsEmptyFields: false,
  namesKindInItems: true,
  allowsUnconditionalUpdate: false,
  decodesGoTypes: false,
  keepsUnknownFields: true,
  refusesMisplacedMethods: false,
};

/** A server that serves the kinds as Go types whose fields are marked `omitempty`. */
export const goTypes: Flavor = {
  dropsEmptyFields: true,
  namesKindInItems: false,
  allowsUnconditionalUpdate: true,
  decodesGoTypes: true,
  keepsUnknownFields: true,
  refusesMisplacedMethods: true,
};

/** The product: its types are Go types, and known whole. */
export const productTypes: Flavor = { ...goTypes, keepsUnknownFields: false };
