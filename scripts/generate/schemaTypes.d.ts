/** The parts of a Pulumi package schema that the generator reads. */
export interface Schema {
  config: { variables: Record<string, Property> };
  resources: Record<string, ResourceSpec>;
  functions: Record<string, FunctionSpec>;
  types: Record<string, ObjectSpec>;
}

/** How `pulumi import` takes over what exists. */
export interface ImportDocs {
  words: string;
  name: string;
  id: string;
}

export interface FunctionSpec {
  description?: string;
  inputs: ObjectSpec;
  outputs: ObjectSpec;
}

export interface ObjectSpec {
  description?: string;
  /** Of a type that is one of a few words, which has no properties. */
  enum?: { value: string; description: string }[];
  properties: Record<string, Property>;
  required?: string[];
}

export interface ResourceSpec extends ObjectSpec {
  inputProperties: Record<string, Property>;
  requiredInputs?: string[];
  listInputs?: ObjectSpec;
}

export interface TypeSpec {
  type?: string;
  $ref?: string;
  items?: TypeSpec;
  additionalProperties?: TypeSpec;
  oneOf?: TypeSpec[];
}

export interface Property extends TypeSpec {
  description?: string;
  deprecationMessage?: string;
  secret?: boolean;
  willReplaceOnChanges?: boolean;
  default?: unknown;
}
