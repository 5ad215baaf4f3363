// Generated from the zod definitions by `npm run generate`. Do not edit.
export { SpaceTemplate, type SpaceTemplateArgs } from "./generated/SpaceTemplate.js";
export { OwnedAccessKey, type OwnedAccessKeyArgs } from "./generated/OwnedAccessKey.js";
export { VirtualClusterImport, type VirtualClusterImportArgs } from "./generated/VirtualClusterImport.js";
export { Project, type ProjectArgs } from "./generated/Project.js";
export { Team, type TeamArgs } from "./generated/Team.js";
export { User, type UserArgs } from "./generated/User.js";
export { ProjectSecret, type ProjectSecretArgs } from "./generated/ProjectSecret.js";
export { SharedSecret, type SharedSecretArgs } from "./generated/SharedSecret.js";
export { VirtualClusterTemplate, type VirtualClusterTemplateArgs } from "./generated/VirtualClusterTemplate.js";
export { VirtualClusterInstance, type VirtualClusterInstanceArgs } from "./generated/VirtualClusterInstance.js";
export { SpaceInstance, type SpaceInstanceArgs } from "./generated/SpaceInstance.js";
export { PlatformObject, type PlatformObjectArgs } from "./generated/PlatformObject.js";
export * from "./generated/functions.js";
export type * from "./generated/types.js";
