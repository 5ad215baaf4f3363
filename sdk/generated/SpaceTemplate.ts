// Generated from the zod definitions by `npm run generate`. Do not edit.
import type * as pulumi from "@pulumi/pulumi";
import { type Fields, isOfType, PlatformResource } from "../dynamic.js";
import type { Inputs, Outputs } from "../functions.js";
import type * as types from "./types.js";

const fields: Fields = {
  "all": [
    "name",
    "generateName",
    "labels",
    "annotations",
    "finalizers",
    "ownerReferences",
    "conflictPolicy",
    "displayName",
    "description",
    "access",
    "template",
    "extraSpec",
    "uid",
    "resourceVersion",
    "generation",
    "creationTimestamp",
    "externalChange"
  ],
  "secret": []
};

/** The properties that a program sets on SpaceTemplate. */
export type SpaceTemplateArgs = Inputs<SpaceTemplateInputs>;
export interface SpaceTemplateInputs {
  /** Name of the object, unique on the platform. Cannot be updated: a change replaces the object. Without it a name is made from `generateName` or the resource's name and a random suffix, and kept from then on. */
  name?: string | undefined;
  /** Prefix of the name, used only when `name` is absent. The provider appends a random suffix before the object is sent, so that a create whose answer is lost finds its own object. Changing it later has no effect on the name. */
  generateName?: string | undefined;
  /** Keys and values that organize and select objects. Labels that others set are left alone. */
  labels?: Record<string, string> | undefined;
  /** Metadata of any form, by which no object is selected. At most 256 KiB in all. Annotations that others set are left alone. */
  annotations?: Record<string, string> | undefined;
  /** Components that must remove their entry before the object is deleted. Merged by value: finalizers that others add are left alone. The order has no meaning. */
  finalizers?: string[] | undefined;
  /** Objects this object depends on; when all are deleted it is garbage collected. Merged by uid. */
  ownerReferences?: types.OwnerReference[] | undefined;
  /** What an update does with a declared field that somebody else changed since the last up or refresh. The default is the provider's own setting. */
  conflictPolicy?: types.ConflictPolicy | undefined;
  /** Human-readable name of the template. */
  displayName?: string | undefined;
  /** Description of the template. */
  description?: string | undefined;
  /** Access rules for the template. */
  access?: types.AccessRule[] | undefined;
  /** What a space that is created from the template gets. */
  template?: types.SpaceTemplateDefinition | undefined;
  /** Further fields of the object's spec, for servers that know more than this provider. Merged into the spec; a field that has a property of its own must be set there. What is not declared is left as it is on the server. */
  extraSpec?: Record<string, unknown> | undefined;
}

/** The properties of SpaceTemplate: what a program sets, and what the platform adds. */
export interface SpaceTemplateState extends SpaceTemplateInputs {
  /** Name of the object, unique on the platform. Cannot be updated: a change replaces the object. Without it a name is made from `generateName` or the resource's name and a random suffix, and kept from then on. */
  name: string;
  /** Identifier of the object, unique in time and space. Set by the server. */
  uid: string;
  /** Opaque version of the stored object. Changes with every write by anybody. */
  resourceVersion: string;
  /** Sequence number of the desired state. Set by the server. */
  generation?: number | undefined;
  /** Server time of creation, RFC 3339 in UTC. */
  creationTimestamp: string;
  /** What somebody else did to the object that no other property shows (created again, being deleted), as the last refresh saw it. Cleared by the next update. */
  externalChange?: string | undefined;
}

export interface SpaceTemplate extends Outputs<SpaceTemplateState> {}
/** A predefined space configuration: new spaces are created from it with its objects, labels and access rules. */
export class SpaceTemplate extends PlatformResource {
  constructor(name: string, args: SpaceTemplateArgs = {}, options?: pulumi.CustomResourceOptions) {
    super("SpaceTemplate", fields, name, args, options);
  }

  /** Reads an existing object. Pulumi neither changes nor deletes it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, options?: pulumi.CustomResourceOptions): SpaceTemplate {
    return new SpaceTemplate(name, {}, { ...options, id });
  }

  /** Whether a value is a resource of this class, also of another copy of this package. */
  static override isInstance(value: unknown): value is SpaceTemplate {
    return isOfType("SpaceTemplate", value);
  }
}
