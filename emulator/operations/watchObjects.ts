import type { Answer } from "../call";
import { forbiddenField } from "../fieldError";
import { invalid, type StatusError, versionExpired } from "../statusError";
import { errorEvent } from "../watch/watchEvent";
import { type Watch, Watcher } from "../watch/watcher";
import { resourceSubject, type World } from "../world";
import { isIn } from "./entriesAt";
import { type ListOptions, listOptions } from "./listOptions";
import type { CollectionTarget, Operation } from "./operation";
import { currentVersion, parseVersion } from "./resourceVersion";

const defaultTimeoutSeconds = 1800;
const maxTimerMs = 2 ** 31 - 1;

/**
 * GET of a collection with watch: what is there if that is asked for, then every change until the time is over. Who may
 * watch is decided when it begins: as on real servers, a key that is disabled or expires later does not end the stream.
 */
export const watchObjects: Operation<CollectionTarget> = (world, target, call) => {
  const options = listOptions(call);
  const asked = parseVersion(options.resourceVersion, (error) =>
    invalid(resourceSubject(world, target.kind, ""), [error]),
  );
  // Clients that are refused this list first, and then watch.
  if (call.query.has("sendInitialEvents")) throw initialEventsRefused();
  const wantsInitial = asked === 0;
  const from = wantsInitial ? currentVersion(world) : asked;
  const oldest = world.history.oldestVersion;
  // From here on real servers have begun to answer, so that an error is an event.
  if (from < oldest) return failed(versionExpired(`too old resource version: ${from} (${oldest})`));
  const watch = watchFrom(world, target, options, from, wantsInitial);
  return { code: 200, json: (sink) => new Watcher(world, watch, sink).stop };
};

function watchFrom(world: World, target: CollectionTarget, options: ListOptions, from: number, wantsInitial: boolean) {
  const selects: Watch["selects"] = (entry) => isIn(target.namespace, entry) && options.matches(entry);
  const initial = wantsInitial
    ? [...world.store.entries(target.kind.plural, target.namespace)].filter(options.matches)
    : [];
  const timeoutMs = Math.min(timeoutSeconds(options) * 1000, maxTimerMs);
  return { kind: target.kind, selects, initial, from, sendsBookmarks: options.allowWatchBookmarks, timeoutMs };
}

// Spread, so that the watches of many clients that began together do not end together.
function timeoutSeconds({ timeoutSeconds }: ListOptions): number {
  return timeoutSeconds === 0 ? defaultTimeoutSeconds * (1 + Math.random()) : timeoutSeconds;
}

function initialEventsRefused(): StatusError {
  const why = "sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled";
  const subject = { group: "meta.k8s.io", kind: "ListOptions", name: "" };
  return invalid(subject, [forbiddenField("sendInitialEvents", why)]);
}

function failed(error: StatusError): Answer {
  const json: Answer["json"] = (sink) => {
    sink.write(errorEvent(error));
    sink.end();
    return () => {};
  };
  return { code: 200, json };
}
