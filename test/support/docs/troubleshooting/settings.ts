import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import * as rpc from "@pulumi/pulumi/proto/provider_pb";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { newAuthority } from "../../certificates";
import { unknownOnWire } from "../../pluginDriver";
import { heardDynamic } from "./heardDynamic";
import type { Provocations, Workshop } from "./workshop";

/** A home in which the platform's own command line has left this. */
function homeWith({ folder }: Workshop, login: string) {
  const file = path.join(folder, ".vcluster", "config.json");
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, login);
  return { env: { HOME: folder, USERPROFILE: folder } };
}

const other = JSON.stringify({ platform: { host: "https://other.test", accessKey: "other-key" } });

/** What to say when a setting is missing or wrong. */
export const settings: Provocations = {
  "baseUrl is not set": ({ configured }) => configured({ baseUrl: "" }),
  "accessKey is not set": ({ configured }) => configured({ accessKey: "" }),
  "cannot be used: …": ({ configured }) => configured({ vendor: "Not A Domain" }),
  "is no setting of this provider": ({ configured }) => configured({ baseUri: "https://platform.test" }),
  "is not set, though clientCertificate is": ({ configured }) =>
    configured({ clientCertificate: newAuthority().issue().cert }),
  "it is not the key of clientCertificate": ({ configured }) =>
    configured({
      clientCertificate: newAuthority().issue().cert,
      clientKey: newAuthority().issue({ ownKey: true }).key,
    }),
  "The login in … is for another platform, so its key was not used": (workshop) =>
    workshop.configured({ accessKey: "" }, homeWith(workshop, other)),
  "was ignored, because it is no login file that can be read": (workshop) =>
    workshop.configured({ accessKey: "" }, homeWith(workshop, "{")),
  "HTTPS_PROXY cannot be used: it …": ({ configured }) =>
    configured({ baseUrl: "https://platform.test" }, { env: { HTTPS_PROXY: "socks5://proxy.test" } }),
  "The platform provider is not configured": async ({ configured, create }) => {
    const driver = await configured({ baseUrl: unknownOnWire });
    return driver.read("SpaceTemplate", await create("SpaceTemplate", { name: "unconfigured" }));
  },
  "insecureSkipTlsVerify is set, so nobody verifies": async ({ configured, create }) => {
    const driver = await configured({ insecureSkipTlsVerify: "true" });
    return driver.read("SpaceTemplate", await create("SpaceTemplate", { name: "trusting" }));
  },
  "The address of the platform changes": async ({ driver }) => {
    const request = new rpc.DiffRequest();
    request.setUrn("urn:pulumi:dev::test::pulumi:providers:platform::default");
    request.setOldInputs(Struct.fromJavaScript({ baseUrl: "https://one.test" }));
    request.setNews(Struct.fromJavaScript({ baseUrl: "https://other.test" }));
    await driver.plugin.client.diffConfig(request);
  },
  "has no effect on dynamic resources": (workshop) =>
    heardDynamic(workshop, { serverSideDryRun: "true" }, (driver) => driver.check("SpaceTemplate", {})),
};
