// A hook starts a provider or a platform, which on a busy machine takes longer than the five seconds that Jest gives it.
jest.setTimeout(60_000);
