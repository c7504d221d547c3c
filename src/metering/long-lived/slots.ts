// Slots for what is held for long: so much of each kind in the process, and a share of it for each user, network, key or grant.
import { AppError, type ErrorCode } from "../../foundation/errors.ts";
import { siteOf } from "../limits/networks.ts";

/** For whom something is held. */
export interface Holder {
  /** Null for an operator or a stranger. */
  userId: string | null;
  /** The id of the key, the MCP client's grant, the session or the admin token; null without credentials. */
  credentialId: string | null;
  /** The client's address; null if it is not known. */
  address: string | null;
}

interface Kind {
  /** So many of them, as the refusal calls them. */
  say(count: number): string;
  /** What the holder can do. */
  remedy: string;
  inProcess: number;
  /** Absent where strangers hold them. */
  ofUser?: number;
  ofCredential?: number;
  /** The share of a site, the largest network that one holder has. */
  ofNetwork: number;
  retryAfterSeconds: number;
  /** What the refusal is; the default is `RATE_LIMITED`. */
  code?: ErrorCode;
}

const MiB = 1024 * 1024;
const CLOSE = "close one of them, or try again later.";
const LET_END = "wait until one of them ends, then send this again.";

/** No user has more than a fifth of anything but bytes, no network more than half: a service's many clients share its addresses. */
export const KINDS = {
  stream: {
    say: (count) => `${count} event streams open`,
    remedy: CLOSE,
    inProcess: 1_000,
    ofUser: 200,
    ofNetwork: 500,
    ofCredential: 10,
    retryAfterSeconds: 15,
  },
  listener: {
    say: (count) => `${count} streams of MCP clients open`,
    remedy: CLOSE,
    inProcess: 1_000,
    ofUser: 200,
    ofNetwork: 500,
    ofCredential: 10,
    retryAfterSeconds: 15,
  },
  export: {
    say: (count) => `${count} exports open`,
    remedy: CLOSE,
    inProcess: 20,
    ofUser: 2,
    ofNetwork: 10,
    ofCredential: 2,
    retryAfterSeconds: 5,
  },
  /** Requests whose bodies come slowly, or are passed on to a provider as they come. */
  body: {
    say: (count) => `${count} requests whose bodies are still being received`,
    remedy: LET_END,
    inProcess: 2_000,
    ofUser: 400,
    ofNetwork: 1_000,
    ofCredential: 400,
    retryAfterSeconds: 5,
  },
  /** The same without a key: forms, sign-ins, inbound webhooks, which providers repeat after a 503. */
  strangerBody: {
    say: (count) => `${count} requests whose bodies are still being received`,
    remedy: LET_END,
    inProcess: 1_000,
    ofNetwork: 250,
    retryAfterSeconds: 5,
    code: "SERVICE_UNAVAILABLE",
  },
  /** Bytes of bodies in memory, each from its arrival to the request's end. */
  bytes: {
    say: (count) => `${count / MiB} MiB of request bodies being received`,
    remedy: LET_END,
    inProcess: 256 * MiB,
    ofUser: 96 * MiB,
    ofNetwork: 192 * MiB,
    ofCredential: 96 * MiB,
    retryAfterSeconds: 5,
  },
  strangerBytes: {
    say: (count) => `${count / MiB} MiB of request bodies being received`,
    remedy: LET_END,
    inProcess: 64 * MiB,
    ofNetwork: 32 * MiB,
    retryAfterSeconds: 5,
    code: "SERVICE_UNAVAILABLE",
  },
} as const satisfies Record<string, Kind>;

export type LongLivedKind = keyof typeof KINDS;

/** A bound that a holder counts for. */
interface Share {
  key: string;
  most: number;
  refusal: AppError;
}

/** What one holder has of a kind. */
export interface Holding {
  /** What would be full with so much more; null where there is room. */
  fullBy(amount: number): Share | null;
  /** Takes so much more; throws the refusal where a share or the process is full. */
  take(amount: number): void;
  /** Whether it counts for a share. */
  countsFor(share: Share): boolean;
  readonly amount: number;
  /** Gives everything back. */
  release(): void;
}

export interface Slots {
  /** Begins with nothing taken. */
  open(kind: LongLivedKind, holder: Holder): Holding;
  /** Takes a slot; gives its release, which works once. Throws `RATE_LIMITED` where a share or the process is full. */
  take(kind: LongLivedKind, holder: Holder): () => void;
  count(kind: LongLivedKind): number;
}

export function createSlots(): Slots {
  const taken = new Map<string, number>();
  const of = (key: string) => taken.get(key) ?? 0;
  const open: Slots["open"] = (kind, holder) => {
    const shares = sharesOf(kind, holder);
    let sum = 0;
    const add = (amount: number) => {
      sum += amount;
      for (const { key } of shares) {
        const left = of(key) + amount;
        if (left === 0) taken.delete(key);
        else taken.set(key, left);
      }
    };
    const fullBy = (amount: number) => shares.find(({ key, most }) => of(key) + amount > most) ?? null;
    return {
      fullBy,
      take(amount) {
        const full = fullBy(amount);
        if (full) throw full.refusal;
        add(amount);
      },
      countsFor: ({ key }) => shares.some((share) => share.key === key),
      get amount() {
        return sum;
      },
      release: () => add(-sum),
    };
  };
  return {
    open,
    take(kind, holder) {
      const holding = open(kind, holder);
      holding.take(1);
      return holding.release;
    },
    count: (kind) => of(`${kind} process `),
  };
}

/** The narrowest first: it says best whose turn it is. */
function sharesOf(kind: LongLivedKind, { userId, credentialId, address }: Holder): Share[] {
  const { say, remedy, retryAfterSeconds, code = "RATE_LIMITED", ...most }: Kind = KINDS[kind];
  const share = (share: string, whose: string | null, count: number | undefined, has: string, then = remedy) =>
    whose === null || count === undefined
      ? []
      : [
          {
            key: `${kind} ${share} ${whose}`,
            most: count,
            get refusal() {
              const reason = share === "process" ? "gateway_busy" : "limited";
              return new AppError(code, `${has} ${say(count)}: ${then}`, { share, reason }, retryAfterSeconds);
            },
          },
        ];
  return [
    ...share("credential", credentialId, most.ofCredential, "This key has"),
    ...share("user", userId, most.ofUser, "Your keys and clients together have"),
    ...share("network", siteOf(address), most.ofNetwork, "Your network has"),
    ...share("process", "", most.inProcess, "The gateway has", "which is its maximum. Try again later."),
  ];
}
