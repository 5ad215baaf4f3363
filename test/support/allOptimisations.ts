// For tests that are about what makes the provider fast, also where everything runs without it.
delete process.env.PULUMI_PLATFORM_WITHOUT;
