import { readFileSync } from "node:fs";
import {
  accessKeyRules,
  assertPinnedPlatform,
  type Context,
  isForbidden,
  isUnauthorized,
  keyExpiryOf,
  type Self,
  Session,
} from "../../provider/cliFacade";
import { npmName } from "../../provider/packageNames.js";
import { jsonOption, type PlatformValues, platformOptions, stackOptions } from "../options";
import { accessFile, refuseSamePlace, writeReport } from "../output";
import { type CliCommand, UsageError } from "../program";
import { readContext } from "../readContext";
import { failureExitCode, sessionOf, withSession } from "../session";
import { maskedTexts, notify, oneLine } from "../words";
import { keyContext, readObject } from "./stackKeys";

interface TestValues extends PlatformValues {
  readonly json?: string;
}

/** What a platform tells of a token. */
interface Tested {
  readonly platform: string;
  readonly works: boolean;
  readonly user: string | null;
  readonly team: string | null;
  readonly subject: string | null;
  /** Name of the key's object. */
  readonly name: string | null;
  /** Null if it never ends; absent, as the last use, if the platform does not show the object. */
  readonly expiresAt?: string | null;
  readonly lastActivity?: string | null;
  /** Whether the platform could tell this only by a request with the token. */
  readonly used: boolean;
}

/** The command `keys test`. */
export const test: CliCommand<TestValues> = {
  name: "keys test",
  summary:
    "Tell whether the access key on stdin works, for whom and until when; it is used only where nothing else tells",
  options: [...stackOptions, ...platformOptions, jsonOption()],
  exitCodes: {
    0: "it works",
    1: "the platform does not tell",
    3: "not authorized: the platform refused the access key of this command, or there is none",
    7: "it does not work: unknown, disabled or expired",
  },
  run: async (values) => {
    refuseSamePlace([values.json], [values.certificateAuthority]);
    const token = tokenOnStdin();
    return withSession(sessionOf(values, notify), async (session) => {
      const tested = await testToken(session, token);
      writeReport(
        values.json,
        () => `${oneLine(wordsOf(tested))}\n`,
        () => maskedTexts(tested),
      );
      return tested.works ? 0 : 7;
    });
  },
  failureExitCode,
};

/** The token, which no argument may hold: other users see arguments. */
function tokenOnStdin(): string {
  if (process.stdin.isTTY) throw new UsageError(`Give the key on stdin: ${npmName} keys test < file`);
  const token = accessFile("read", "access key", "on stdin", () => readFileSync(0, "utf8")).replace(/\r?\n$/, "");
  if (token === "") throw new UsageError("stdin is empty. It must be one access key");
  if (token.length > accessKeyRules.maxLength) throw new UsageError(`The text on stdin ${accessKeyRules.tooLong}`);
  if (!accessKeyRules.pattern.test(token)) throw new UsageError(`The text on stdin ${accessKeyRules.wrongCharacters}`);
  return token;
}

async function testToken(session: Session, token: string): Promise<Tested> {
  const context = readContext(session, { notify, secrets: [token] });
  await assertPinnedPlatform(context);
  const used = !(await context.identity.isProduct(context.call));
  const self = used ? await tryOut(session, token) : await selfOf(context, token);
  const { user, team, subject, accessKey: name } = self ?? {};
  return {
    platform: session.config.baseUrl,
    works: self !== undefined,
    user: user?.name ?? null,
    team: team?.name ?? null,
    subject: subject ?? null,
    name: name ?? null,
    ...(await lifeOf(session, name)),
    used,
  };
}

/** Whose the token is, without a use of it; undefined if it does not work. */
async function selfOf({ client, identity, call }: Context, token: string): Promise<Self | undefined> {
  try {
    return await identity.ofKey(token, call);
  } catch (error) {
    if (!isUnauthorized(error)) throw error;
    // The same answer refuses the key of this command. Then this request fails, too.
    await client.self(call);
    return undefined;
  }
}

/** Sends a request with the token. */
async function tryOut({ config }: Session, token: string): Promise<Self | undefined> {
  return withSession(new Session({ ...config, accessKey: token }), async (session) => {
    const { client, call } = readContext(session, { notify, secrets: [config.accessKey] });
    try {
      await client.page(["spacetemplates"], { limit: 1, metadataOnly: true }, call);
    } catch (error) {
      if (isUnauthorized(error)) return undefined;
      if (!isForbidden(error)) throw error;
    }
    return {};
  });
}

/** The end and the last use of a key, where the platform shows its object. */
async function lifeOf(session: Session, name: string | undefined): Promise<Pick<Tested, "expiresAt" | "lastActivity">> {
  const key = name === undefined ? undefined : await readObject(keyContext(session), name).catch(() => undefined);
  if (!key) return {};
  const lastActivity = key.status?.lastActivity;
  return { expiresAt: keyExpiryOf(key) ?? null, lastActivity: typeof lastActivity === "string" ? lastActivity : null };
}

function wordsOf(tested: Tested): string {
  const { platform, works, name, used } = tested;
  const use = used ? " Only a request with the key could tell, so this test has used it." : "";
  if (!works) return `The key does not work on ${platform}: it is unknown, disabled or expired.${use}`;
  const object = name === null ? "" : `, as the access key "${name}"`;
  return `The key works on ${platform}${holderWords(tested)}${object}${lifeWords(tested)}.${use}`;
}

function holderWords({ user, team, subject }: Tested): string {
  const holder = (user && `user ${user}`) ?? (team && `team ${team}`) ?? (subject && `subject ${subject}`);
  return holder === null ? "; for whom is unknown" : ` for ${holder}`;
}

function lifeWords({ expiresAt, lastActivity }: Tested): string {
  if (expiresAt === undefined) return "; its end is unknown";
  const end = expiresAt === null ? ", without an end" : `, until ${expiresAt}`;
  return `${end}; ${lastActivity ? `last used at ${lastActivity}` : "not used yet"}`;
}
