import { get, post, template } from "./conformance/row";
import { send } from "./request";
import { platformTest } from "./withPlatform";

const labels: Record<string, Record<string, string>> = {
  a: { env: "dev", tier: "1" },
  b: { env: "prod", tier: "2" },
  c: { env: "prod" },
  d: {},
};

const selections: [string, string[]][] = [
  ["", ["a", "b", "c", "d"]],
  ["env=prod", ["b", "c"]],
  ["env==prod", ["b", "c"]],
  ["env!=prod", ["a", "d"]],
  ["env", ["a", "b", "c"]],
  ["!env", ["d"]],
  ["env in (dev, prod)", ["a", "b", "c"]],
  ["env in (dev)", ["a"]],
  ["env notin (dev)", ["b", "c", "d"]],
  ["env=prod,tier=2", ["b"]],
  ["env=prod, !tier", ["c"]],
  ["tier>1", ["b"]],
  ["tier<2", ["a"]],
  ["tier=", []],
];

const broken = ["==", "env in", "env in (a", "=x", "a b", "env=not ok", "-a=x", "tier>x"];

platformTest("each selector finds its objects", async (platform) => {
  for (const [name, set] of Object.entries(labels)) await send(platform, post(template(name, {}, { labels: set })));
  for (const [selector, names] of selections) {
    const { body } = await send(platform, get(`/spacetemplates?labelSelector=${encodeURIComponent(selector)}`));
    const items = (body.items as { metadata: { name: string } }[]) ?? [];
    expect([selector, items.map(({ metadata }) => metadata.name)]).toEqual([selector, names]);
  }
});

platformTest("a broken selector is a bad request", async (platform) => {
  for (const selector of broken) {
    const { status } = await send(platform, get(`/spacetemplates?labelSelector=${encodeURIComponent(selector)}`));
    expect([selector, status]).toEqual([selector, 400]);
  }
});
