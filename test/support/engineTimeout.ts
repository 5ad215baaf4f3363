// A step of these tests runs a command of the real engine, or several.
jest.setTimeout(120_000);
