/** Error for an operation that needs unknown settings. */
export const notConfigured =
  "The platform provider is not configured: some of its settings are not known yet. Run pulumi up, or set them in the stack's configuration.";

/** Warning for a setting that dynamic resources cannot apply. */
export const noPreviews =
  "platform:serverSideDryRun has no effect on dynamic resources: Pulumi does not ask them about previews. Use the plugin for checked previews.";

/** Warning for another such setting. */
export const noReadsFirst =
  "platform:refreshKeys has no effect on dynamic resources: Pulumi does not read them before an update. Use pulumi up --refresh, or the plugin.";

/** Warning for another address of a provider, or another provider of a resource. */
export const otherAddress =
  "The address of the platform changes. No object is moved, replaced or deleted for that. Where the new address is another platform, what the stack made before stays on the " +
  "old one: updates and deletes fail, and pulumi refresh takes it out of the state. To move a resource from one Provider to another, give it the other " +
  "one in the program and run pulumi up --replace with its URN.";
