// The floor: the requests that the provider sends, from a bare undici loop in its own process.
// Prints milliseconds and CPU milliseconds of each operation as JSON.
import { bareClient, forEachIndex, parallelism, template } from "./objects.js";

interface Live {
  metadata: { uid: string; resourceVersion: string };
}

export async function main([baseUrl = "", accessKey = "", size]: string[]) {
  const { send, close } = bareClient({ baseUrl, accessKey }, parallelism);
  const nameOf = (index: number) => `loop-${index}`;
  const live: Live[] = [];
  const forAll = (work: (index: number) => Promise<unknown>) => forEachIndex(Number(size), parallelism, work);
  const operations = {
    create: () =>
      forAll(async (index) => {
        live[index] = JSON.parse(await send("POST", "", template(nameOf(index))));
      }),
    refresh: async () => {
      let next = "";
      do {
        const page = await send("GET", `?labelSelector=bench.test%2Fpart%3Dobjects&limit=500&continue=${next}`);
        next = JSON.parse(page).metadata.continue ?? "";
      } while (next !== "");
    },
    update: () =>
      forAll(async (index) => {
        const changed = await send("PATCH", `/${nameOf(index)}`, [
          { op: "replace", path: "/metadata/resourceVersion", value: live[index]?.metadata.resourceVersion },
          { op: "replace", path: "/spec/description", value: "Changed by a bare loop" },
        ]);
        live[index] = JSON.parse(changed);
      }),
    delete: () =>
      forAll(async (index) => {
        await send("DELETE", `/${nameOf(index)}`, { preconditions: { uid: live[index]?.metadata.uid } });
      }),
  };
  const measured: Record<string, { ms: number; cpuMs: number }> = {};
  for (const [name, operation] of Object.entries(operations)) {
    const [started, before] = [performance.now(), process.cpuUsage()];
    await operation();
    const { user, system } = process.cpuUsage(before);
    measured[name] = { ms: performance.now() - started, cpuMs: (user + system) / 1000 };
  }
  await close();
  console.log(JSON.stringify(measured));
}
