import { encryptedIn } from "../../support/encryptedParts";
import { resourcePrograms } from "../../support/resourcePrograms";
import { stackUnderTest } from "../../support/stackUnderTest";

describe("values of a resource of the plugin that the program marks as secret later", () => {
  const words = { label: "canary-of-a-label", field: "canary-of-a-field", objects: "canary: of-objects\n" };
  const source = (mark: (value: string) => unknown) =>
    resourcePrograms.yaml({
      web: {
        inputs: {
          name: "web",
          labels: { a: mark(words.label), b: "plain" },
          extraSpec: { future: { x: mark(words.field) } },
          template: { objects: mark(`apiVersion: v1\nkind: ConfigMap\n${words.objects}`) },
        },
      },
    });
  const secretly = (value: string) => ({ "fn::secret": value });
  const given = stackUnderTest(() => ({ program: "yaml", source: source((value) => value) }));
  const canaries = ["canary-of-a-label", "canary-of-a-field", "of-objects"];
  const shown = () => canaries.filter((word) => given.stack.rawStateFile().includes(word));

  test("are encrypted by the next update, which sends no request", async () => {
    await given.stack.up(["--skip-preview"]);
    expect(shown()).toEqual(canaries);
    given.stack.write(source(secretly));
    given.platform.requests.length = 0;
    const preview = await given.stack.preview(["--diff"]);
    expect(canaries.filter((word) => (preview.stdout + preview.stderr).includes(word))).toEqual([]);
    given.platform.requests.length = 0;
    const { stdout } = await given.stack.up([]);
    expect(stdout).toContain("1 updated");
    expect(given.platform.requests).toEqual([]);
    expect(shown()).toEqual([]);
    const { deployment } = await given.stack.exportState();
    const { outputs } = deployment.resources?.find(({ id }) => id === "web") ?? {};
    expect(encryptedIn(outputs)).toEqual(["extraSpec.future.x", "labels.a", "template.objects"]);
  });

  test("are unchanged afterwards, also after a refresh and without the marks", async () => {
    await given.stack.preview(["--expect-no-changes"]);
    await given.stack.refresh(["--skip-preview", "--expect-no-changes"]);
    expect(shown()).toEqual([]);
    given.stack.write(source((value) => value));
    await given.stack.preview(["--expect-no-changes"]);
  });

  test("are written if their values change, too", async () => {
    given.stack.write(source(secretly).replace("canary-of-a-label", "canary-of-another"));
    await given.stack.up(["--skip-preview"]);
    expect(given.platform.store.get("spacetemplates", "web")?.metadata.labels).toMatchObject({
      a: "canary-of-another",
    });
    expect(given.stack.rawStateFile()).not.toContain("canary-of-another");
  });
});
