// What a pending call is about, as its provider has it: read once a minute for a person or key that looks at the approval.
import { clearTimeout, setTimeout } from "node:timers";
import { LRUCache } from "lru-cache";
import type { Caller } from "../../identity/keys/model.ts";
import { mayUseTool } from "../../identity/keys/session-rights.ts";
import { redactedCopy } from "../../metering/usage/redacted-copy.ts";
import type { ToolCalls } from "../../providers/calls/execute.ts";
import type { Deps } from "../../server/deps.ts";
import { identifyingPart, readOf } from "../tools/object-reader.ts";
import { openInput } from "./content.ts";
import { requestAs } from "./own-request.ts";
import { headersFor } from "./running.ts";
import type { ApprovalRow } from "./store.ts";
import { stateAt } from "./view.ts";

/** The page waits no longer for the provider. */
const MAX_READ_MS = 3_000;
const FRESH_MS = 60_000;
const MAX_READ_OBJECTS = 1_000;
const MAX_FIELDS_BYTES = 4 * 1024;

/** Null `fields`: it could not be read. */
export interface ApprovalObject {
  fields: Record<string, unknown> | null;
}

interface ReadObject {
  at: number;
  object: Promise<ApprovalObject>;
}

export type Objects = (who: Caller, row: ApprovalRow) => Promise<ApprovalObject | null>;

/** Null where nobody decides any more, where no endpoint reads the thing, and for callers that may not read it. */
export function createObjects(deps: () => Deps, calls: () => ToolCalls | null): Objects {
  const known = new LRUCache<string, ReadObject>({ max: MAX_READ_OBJECTS });
  return async (who, row) => {
    // An agent would have read it without the session's facts.
    if (who.kind === "agent_session" || who.kind === "mcp_client") return null;
    const { clock, registry } = deps();
    const endpoint = registry.tool(row.tool);
    const ways = calls();
    const input = openInput(deps(), row);
    if (!endpoint || !ways || !input || stateAt(row, clock.now()) !== "pending") return null;
    const read = readOf(registry.endpointsOf(endpoint.provider.id), endpoint, input);
    if (!read || !mayUseTool(who, read.reader)) return null;
    const key = `${row.id}/${who.id}`;
    const found = known.get(key);
    if (found && clock.now() - found.at < FRESH_MS) return found.object;
    const object = within(async (signal) => {
      const headers = await headersFor(deps(), row, endpoint);
      const own = { caller: who, headers, args: read.args, idempotencyKey: null, confirmation: UNCONFIRMED, signal };
      return identifyingPart(await requestAs(deps(), ways(read.reader), own));
    });
    known.set(key, { at: clock.now(), object });
    return object;
  };
}

/** A read that somebody would have to confirm is not made. */
const UNCONFIRMED = {
  isWanted: false,
  isConfirmed: false,
  ask: async () => Response.json({}, { status: 403, headers: { "x-error-code": "PERMISSION_DENIED" } }),
};

async function within(work: (signal: AbortSignal) => Promise<Record<string, unknown> | null>): Promise<ApprovalObject> {
  const aborted = new AbortController();
  const over = Promise.withResolvers<null>();
  const timer = setTimeout(() => {
    aborted.abort();
    over.resolve(null);
  }, MAX_READ_MS);
  try {
    const fields = await Promise.race([work(aborted.signal), over.promise]);
    return { fields: fields && (redactedCopy(fields, MAX_FIELDS_BYTES).value as Record<string, unknown>) };
  } catch {
    // The connection is gone or has changed: the person decides without it.
    return { fields: null };
  } finally {
    clearTimeout(timer);
  }
}
