import { selfSigned } from "../../../../emulator/http/certificate";
import { callFunction } from "../../../../provider/adapters/dynamic/functionCalls";
import { onPlugin } from "../../../support/adapterUnderTest";
import { isSecret, secretOnWire, unknownOnWire, type Wire } from "../../../support/pluginDriver";
import { pluginWithEngine } from "../../../support/pluginWithEngine";

const name = "getVirtualClusterKubeconfig";
const key = "veryPrivateAccessKey0123";
const args = { project: "web", name: "dev.eu", key };
const fileIn = ({ kubeconfig }: Wire) => {
  expect(isSecret(kubeconfig)).toBe(true);
  return JSON.parse((kubeconfig as { value: string }).value);
};

onPlugin((adapter) => {
  const given = pluginWithEngine(adapter);
  const invoke = async (given: Wire) => fileIn(await adapter.driver.invoke(name, given));
  const withSettings = async (settings: Record<string, string>, given: Wire) => {
    const driver = await adapter.configured(settings);
    try {
      return fileIn(await driver.invoke(name, given)).clusters[0].cluster;
    } finally {
      await driver.close();
    }
  };

  test("is a secret that names the server of the virtual cluster, and sends nothing", async () => {
    const { baseUrl } = adapter.platform;
    const context = "web/dev.eu";
    const server = `${baseUrl}/kubernetes/project/web/virtualcluster/dev.eu`;
    const expected = {
      apiVersion: "v1",
      kind: "Config",
      clusters: [{ name: context, cluster: { server } }],
      users: [{ name: context, user: { token: key } }],
      contexts: [{ name: context, context: { cluster: context, user: context } }],
      "current-context": context,
    };
    expect(await invoke({ ...args, key: secretOnWire(key) })).toEqual(expected);
    expect(await invoke(args)).toEqual(expected);
    const settings: Record<string, string> = { baseUrl, accessKey: "k" };
    const get = (setting: string) => settings[setting.replace("vcluster-platform:", "")];
    const warned = jest.spyOn(process.stderr, "write").mockReturnValue(true);
    const { kubeconfig } = await callFunction(name, args, { get });
    warned.mockRestore();
    expect(JSON.parse(String(kubeconfig))).toEqual(expected);
    expect(kubeconfig).not.toContain("\n");
    expect(adapter.platform.requests).toEqual([]);
  });

  test("a server without HTTPS is warned of, because kubectl sends it no token", async () => {
    await given.driver.invoke(name, { ...args, server: "https://platform.example.com" });
    await given.driver.invoke(name, args);
    const server = `${adapter.platform.baseUrl}/kubernetes/project/web/virtualcluster/dev.eu`;
    await given.engine.received("sends tokens over HTTPS only");
    expect(given.engine.messages).toEqual([
      `The kubeconfig "web/dev.eu" does not work with kubectl, which sends tokens over HTTPS only: its server is ${server}. ` +
        "Set the argument server, or the provider's baseUrl, to an https:// address.",
    ]);
  });

  test("has the address and the name that the program chooses", async () => {
    const found = await invoke({ ...args, server: "https://Platform.example.com/a/", context: "ci" });
    expect(found.clusters).toEqual([
      {
        name: "ci",
        cluster: { server: "https://platform.example.com/a/kubernetes/project/web/virtualcluster/dev.eu" },
      },
    ]);
    expect([found.users[0].name, found.contexts[0].name, found["current-context"]]).toEqual(["ci", "ci", "ci"]);
  });

  test("has the certificate authority of the settings, unless certificates are not verified", async () => {
    const { ca } = await selfSigned();
    const authority = { "certificate-authority-data": Buffer.from(ca).toString("base64") };
    const insecure = { "insecure-skip-tls-verify": true };
    const server = expect.any(String);
    expect(await withSettings({ certificateAuthority: ca }, args)).toEqual({ server, ...authority });
    expect(await withSettings({ certificateAuthority: ca }, { ...args, insecure: true })).toEqual({
      server,
      ...insecure,
    });
    const unsafe = { certificateAuthority: ca, insecureSkipTlsVerify: "true" };
    expect(await withSettings(unsafe, args)).toEqual({ server, ...insecure });
    expect(await withSettings(unsafe, { ...args, insecure: false })).toEqual({ server, ...authority });
  });

  test("is unknown while an argument is", async () => {
    const { kubeconfig } = await adapter.driver.invoke(name, { ...args, key: unknownOnWire });
    expect(JSON.stringify(kubeconfig)).toContain(unknownOnWire);
  });

  test.each<[Wire, string]>([
    [{ ...args, project: "we/b" }, 'property "project" must consist of'],
    [{ ...args, name: ".." }, 'property "name" must consist of'],
    [{ project: "web", name: "dev" }, 'property "key" is required'],
    [{ ...args, key: "a b" }, 'property "key" has characters that no access key has'],
    [{ ...args, server: "https://a:b@c" }, 'property "server" holds credentials'],
    [{ ...args, server: "https://a/kubernetes/management" }, 'property "server" holds a part of the API'],
    [{ ...args, context: "" }, 'property "context" must not be empty'],
    // A text that quotes the key.
    [{ ...args, [key]: "a" }, 'property "[secret]" is not a property'],
  ])("is refused with %j", async (given, words) => {
    await expect(invoke(given)).rejects.toThrow(words);
    const settings: Record<string, string> = { baseUrl: adapter.platform.baseUrl, accessKey: "k" };
    const get = (setting: string) => settings[setting.replace("vcluster-platform:", "")];
    await expect(callFunction(name, given, { get })).rejects.toThrow(words);
  });
});
