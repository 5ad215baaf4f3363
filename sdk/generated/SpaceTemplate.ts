// Generated from the zod definitions by `npm run generate`. Do not edit.
import type * as pulumi from "@pulumi/pulumi";
import { dynamicType, type Fields, isOfType, PlatformResource } from "../dynamic.js";
import type { Inputs, Outputs } from "../functions.js";
import type * as types from "./types.js";

const fields: Fields = {"all":["name","generateName","labels","annotations","finalizers","ownerReferences","conflictPolicy","displayName","description","owner","access","parameters","template","versions","extraSpec","uid","resourceVersion","generation","creationTimestamp","externalChange"],"secret":[["template","charts","*","password"],["versions","*","template","charts","*","password"]]};

/** The inputs of SpaceTemplate. */
export type SpaceTemplateArgs = Inputs<types.SpaceTemplateInputs>;

export interface SpaceTemplate extends Outputs<types.SpaceTemplateState> {}
/**
 * A predefined space configuration: new spaces are created from it with its objects, labels and
 * access rules.
 */
export class SpaceTemplate extends PlatformResource {
  /** Type of the resources, by which policies select them. */
  static readonly __pulumiType: string = dynamicType("SpaceTemplate");

  constructor(name: string, args: SpaceTemplateArgs = {}, options?: pulumi.CustomResourceOptions) {
    super("SpaceTemplate", fields, name, args, options);
  }

  /** Reads an existing object. Pulumi neither changes nor deletes it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, options?: pulumi.CustomResourceOptions): SpaceTemplate {
    return new SpaceTemplate(name, {}, { ...options, id });
  }

  /** Whether a value is a resource of this class, even from another copy of this package. */
  static override isInstance(value: unknown): value is SpaceTemplate {
    return isOfType(SpaceTemplate.__pulumiType, value);
  }
}
