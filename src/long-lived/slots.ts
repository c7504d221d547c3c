// Slots for what is held for long: so many of each kind in the process, and a share of them for each user, network, key or grant.
import { AppError } from "../errors.ts";
import { networkOf } from "../limits/networks.ts";

/** For whom something is held. */
export interface Holder {
  /** Null for an operator. */
  userId: string | null;
  /** Of the key, the MCP client's grant, the session or the admin token. */
  credentialId: string;
  /** Of the client; null where it is not known. */
  address: string | null;
}

interface Kind {
  /** As the refusal calls them. */
  name: string;
  inProcess: number;
  ofUser: number;
  ofNetwork: number;
  ofCredential: number;
  retryAfterSeconds: number;
}

/** No user has more than a fifth, no network more than half: a service's many clients share its addresses. */
export const KINDS = {
  stream: {
    name: "event streams",
    inProcess: 1_000,
    ofUser: 200,
    ofNetwork: 500,
    ofCredential: 10,
    retryAfterSeconds: 15,
  },
  listener: {
    name: "streams of MCP clients",
    inProcess: 1_000,
    ofUser: 200,
    ofNetwork: 500,
    ofCredential: 10,
    retryAfterSeconds: 15,
  },
  export: { name: "exports", inProcess: 20, ofUser: 2, ofNetwork: 10, ofCredential: 2, retryAfterSeconds: 5 },
} as const satisfies Record<string, Kind>;

export type LongLivedKind = keyof typeof KINDS;

export interface Slots {
  /** Takes a slot; gives its release, which works once. Throws `RATE_LIMITED` where a share or the process is full. */
  take(kind: LongLivedKind, holder: Holder): () => void;
  count(kind: LongLivedKind): number;
}

export function createSlots(): Slots {
  const taken = new Map<string, number>();
  const of = (key: string) => taken.get(key) ?? 0;
  return {
    take(kind, holder) {
      const shares = sharesOf(kind, holder);
      const full = shares.find(({ key, most }) => of(key) >= most);
      if (full)
        throw new AppError("RATE_LIMITED", full.refusal, { reason: full.reason }, KINDS[kind].retryAfterSeconds);
      for (const { key } of shares) taken.set(key, of(key) + 1);
      let isReleased = false;
      return () => {
        if (isReleased) return;
        isReleased = true;
        for (const { key } of shares) {
          const left = of(key) - 1;
          if (left === 0) taken.delete(key);
          else taken.set(key, left);
        }
      };
    },
    count: (kind) => of(kind),
  };
}

/** The narrowest first: it says best whose turn it is. */
function sharesOf(kind: LongLivedKind, { userId, credentialId, address }: Holder) {
  const { name, inProcess, ofUser, ofNetwork, ofCredential } = KINDS[kind];
  const network = networkOf(address);
  const close = "close one of them, or try again later.";
  return [
    {
      key: `${kind} credential ${credentialId}`,
      most: ofCredential,
      reason: "credential",
      refusal: `This key has ${ofCredential} ${name} open: ${close}`,
    },
    ...(userId === null
      ? []
      : [
          {
            key: `${kind} user ${userId}`,
            most: ofUser,
            reason: "user",
            refusal: `Your keys and clients have ${ofUser} ${name} open together: ${close}`,
          },
        ]),
    {
      key: `${kind} network ${network}`,
      most: ofNetwork,
      reason: "network",
      refusal: `Your network has ${ofNetwork} ${name} open: ${close}`,
    },
    {
      key: kind as string,
      most: inProcess,
      reason: "process",
      refusal: `The gateway has as many ${name} open as it can: try again later.`,
    },
  ];
}
