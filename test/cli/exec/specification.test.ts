import { executing } from "./executing";

const { keys, platform, run } = executing({});

test("a platform of the specification has the key, too, and needs --user or --team", async () => {
  const made = await run(["--user", "ci-bot", "--project", "web"], 'test -n "$VCLUSTER_PLATFORM_ACCESS_KEY"');
  expect([made.exitCode, made.stderr, keys()]).toEqual([0, "", []]);
  const posts = platform().requests.filter(({ method }) => method === "POST").length;
  const { exitCode, stderr } = await run(["--project", "web"], ":");
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining("name the user or team with --user or --team")]);
  expect(platform().requests.filter(({ method }) => method === "POST")).toHaveLength(posts);
});
