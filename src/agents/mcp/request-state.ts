// The state that a client carries between the rounds of one call, sealed for the caller, the tool and its arguments.
import { createHash } from "node:crypto";
import { DecryptionError } from "../../foundation/vault/vault.ts";
import type { Deps } from "../../server/deps.ts";

const TTL_MS = 10 * 60_000;

export interface RequestState {
  /** What the person was sent to do. */
  step: "connect" | "confirm" | "approve";
  /** Tells one confirmation from another; a confirmed call runs once under it. An approval's id; null where nothing was confirmed. */
  nonce: string | null;
}

/** Whom and what a state is for: it opens only for the same call. */
export interface StateBinding {
  callerId: string;
  /** X-Account-Id as it came. */
  account: string | null;
  tool: string;
  args: Record<string, unknown>;
}

export function sealState(
  { vault, clock }: Pick<Deps, "vault" | "clock">,
  binding: StateBinding,
  state: RequestState,
): string {
  return vault.seal(JSON.stringify({ ...state, expires: clock.now() + TTL_MS }), contextOf(binding));
}

/** Null for a state that is forged, expired, or of another call. */
export function openState(
  { vault, clock }: Pick<Deps, "vault" | "clock">,
  binding: StateBinding,
  sealed: string,
): RequestState | null {
  try {
    const { expires, ...state } = JSON.parse(vault.open(sealed, contextOf(binding))) as RequestState & {
      expires: number;
    };
    return expires > clock.now() ? state : null;
  } catch (error) {
    if (error instanceof DecryptionError) return null;
    throw error;
  }
}

function contextOf({ callerId, account, tool, args }: StateBinding): string {
  const hash = createHash("sha256").update(JSON.stringify(args, sorted)).digest("hex");
  return JSON.stringify(["mcp-request-state", callerId, account, tool, hash]);
}

/** A client may send the members of an object in another order. */
function sorted(_name: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
}
