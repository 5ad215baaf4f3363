/** The parts of a Pulumi package schema that the generator reads. */
export interface Schema {
  config: { variables: Record<string, Property> };
  resources: Record<string, ResourceSpec>;
  functions: Record<string, FunctionSpec>;
  types: Record<string, ObjectSpec>;
}

/** How `pulumi import` takes over what exists. */
export interface ImportDocs {
  description: string;
  name: string;
  id: string;
}

/** A function, with what it is asked and what it answers. */
export interface FunctionSpec {
  description?: string;
  inputs: ObjectSpec;
  outputs: ObjectSpec;
}

/** A named type, or the arguments or the result of a function. */
export interface ObjectSpec {
  description?: string;
  /** The values of an enum type, which has no properties. */
  enum?: { value: string; description: string }[];
  properties: Record<string, Property>;
  required?: string[];
}

/** A resource: its own properties are the outputs. */
export interface ResourceSpec extends ObjectSpec {
  inputProperties: Record<string, Property>;
  requiredInputs?: string[];
  listInputs?: ObjectSpec;
}

/** The type of a value, at any depth. */
export interface TypeSpec {
  type?: string;
  $ref?: string;
  items?: TypeSpec;
  additionalProperties?: TypeSpec;
  oneOf?: TypeSpec[];
}

/** A property of an object, or a setting, with what is said of it. */
export interface Property extends TypeSpec {
  description?: string;
  deprecationMessage?: string;
  secret?: boolean;
  willReplaceOnChanges?: boolean;
  default?: unknown;
}
