// Loaded before files of dist/provider that are changed for a test: the bundle holds others.
const { PULUMI_PLATFORM_WITHOUT: without } = process.env;

process.env.PULUMI_PLATFORM_WITHOUT = without ? `${without},bundle` : "bundle";
