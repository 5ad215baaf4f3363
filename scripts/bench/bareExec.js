// The floor of `exec`: the requests that it needs, around a command, without checks and repeats.
const { spawnSync } = require("node:child_process");

const [baseUrl, accessKey, user, program = ""] = process.argv.slice(2);
const group = `${baseUrl}/kubernetes/management/apis/management.loft.sh/v1`;
const headers = { authorization: `Bearer ${accessKey}`, "content-type": "application/json" };

/** @type {(method: string, path: string, content?: object) => Promise<any>} */
async function send(method, path, content) {
  const body = content ? JSON.stringify(content) : null;
  const response = await fetch(`${group}/${path}`, { method, headers, body });
  if (!response.ok) throw new Error(`${response.status} to ${method} ${path}`);
  return response.json();
}

async function main() {
  const metadata = { name: `bare-${process.pid}` };
  const spec = { type: "User", user, ttl: 900 };
  const object = { apiVersion: "management.loft.sh/v1", kind: "OwnedAccessKey", metadata, spec };
  const made = await send("POST", "ownedaccesskeys", object);
  const env = { ...process.env, VCLUSTER_PLATFORM_ACCESS_KEY: made.spec.key };
  const { status } = spawnSync(program, { stdio: "inherit", env });
  await send("DELETE", `ownedaccesskeys/${metadata.name}`, { preconditions: { uid: made.metadata.uid } });
  await send("GET", `users/${user}/accesskeys`);
  process.exitCode = status ?? 1;
}

main();
