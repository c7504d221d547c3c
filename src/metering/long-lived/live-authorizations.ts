// What lives long under an authorization: it ends on every replica as soon as the database tells that the authorization is lost.
import { clearInterval, setInterval } from "node:timers";
import type { Changes } from "../../foundation/db/changes.ts";
import type { Clock } from "../../server/deps.ts";

/** Rows that a user's authorization depends on, and rows of a person or an operator's token, whose notices name those. */
const USER_TABLES = ["api_keys", "mcp_grants", "agent_sessions", "accounts", "users", "partners"];
const PERSON_TABLES = ["people", "people_sessions", "people_users", "admin_tokens"];
/** Checks at once: a notice for everybody must not take the database from calls. */
const CHECKS_AT_ONCE = 16;
/** Between two looks at expiries, of which nothing tells. */
const SCAN_EVERY_MS = 1_000;
/** Between two checks without a notice. */
const CHECK_EVERY_MS = 60_000;

export interface LiveAuthorization {
  /** Null for an operator's token. */
  userId: string | null;
  /** The signed-in person, otherwise null. */
  personId?: string | null;
  /** Unix milliseconds; null for an authorization without an end. */
  expiresAt: number | null;
  /** Whether the same request would still be served. Where it throws, the database is gone, and a later check tells. */
  isValid(): Promise<boolean>;
  /** Ends what lives under it. */
  end(): void;
}

export interface LiveAuthorizations {
  /** Watches an authorization until the result is called. */
  watch(authorization: LiveAuthorization): () => void;
  count(): number;
  stop(): void;
}

interface Watched {
  authorization: LiveAuthorization;
  /** `again` where a notice came during a check, which may have read the row before. */
  state: "idle" | "queued" | "checking" | "again" | "over";
}

export function createLiveAuthorizations(changes: Pick<Changes, "watch">, clock: Clock): LiveAuthorizations {
  const all = new Set<Watched>();
  const queue: Watched[] = [];
  let checks = 0;
  let lookedAt = clock.now();
  const finish = (watched: Watched) => {
    if (watched.state === "over") return;
    watched.state = "over";
    all.delete(watched);
    watched.authorization.end();
  };
  const check = async (watched: Watched) => {
    watched.state = "checking";
    const isLost = await watched.authorization.isValid().then(
      (isValid) => !isValid,
      () => {
        // A database that is gone takes nobody's authorization away; a later check tells.
        return false;
      },
    );
    if (isOver(watched)) return;
    if (isLost) return finish(watched);
    const isToRepeat = isAgain(watched);
    watched.state = "idle";
    if (isToRepeat) enqueue(watched);
  };
  const run = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) if (next.state === "queued") await check(next);
    checks--;
  };
  const enqueue = (watched: Watched) => {
    if (watched.state === "checking") watched.state = "again";
    if (watched.state !== "idle") return;
    watched.state = "queued";
    queue.push(watched);
    if (checks >= CHECKS_AT_ONCE) return;
    checks++;
    // After every other listener of the notice: the caches that the check reads are empty by then.
    queueMicrotask(() => void run());
  };
  const checkThose = (isOf: (authorization: LiveAuthorization) => boolean) => {
    for (const watched of all) if (isOf(watched.authorization)) enqueue(watched);
  };
  changes.watch(USER_TABLES, (id) => checkThose(({ userId }) => id === null || userId === id));
  changes.watch(PERSON_TABLES, (id) => checkThose(({ personId }) => id === null || personId === id));
  const look = () => {
    const now = clock.now();
    for (const watched of [...all])
      if ((watched.authorization.expiresAt ?? Number.POSITIVE_INFINITY) <= now) finish(watched);
    if (Math.abs(now - lookedAt) < CHECK_EVERY_MS) return;
    lookedAt = now;
    checkThose(() => true);
  };
  const timer = setInterval(look, SCAN_EVERY_MS);
  timer.unref();
  return {
    watch(authorization) {
      const watched: Watched = { authorization, state: "idle" };
      all.add(watched);
      return () => {
        watched.state = "over";
        all.delete(watched);
      };
    },
    count: () => all.size,
    stop: () => clearInterval(timer),
  };
}

/** Functions, since the compiler takes a state for what it was before an await. */
const isOver = ({ state }: Watched) => state === "over";
const isAgain = ({ state }: Watched) => state === "again";
