// What becomes of approvals: how long they stay, what an erasure and an export do with them, what is sealed.
import { ofBoth } from "../../foundation/db/erasure-step.ts";
import { DAY_MS } from "../../foundation/db/retention.ts";
import { BY_ID, type Table } from "../../foundation/db/table.ts";
import { keyPart, ROW_ID } from "../../foundation/vault/sealed-column.ts";
import { approvalContext, standingApprovalContext } from "../../foundation/vault/sealing-contexts.ts";

/** Calls of one owner that wait for a decision. */
export const MAX_PENDING = 1_000;
/** Standing approvals of one owner that are in force. */
export const MAX_STANDING = 1_000;
const STAY_MS = 30 * DAY_MS;
/** What a call sent and got goes earlier than what became of it. */
const CONTENT_STAY_MS = 7 * DAY_MS;
/** Rows of one statement. */
const STEP = 1_000;

export const TABLES: readonly Table[] = [
  {
    table: "approvals",
    bound: `An owner has at most ${MAX_PENDING.toLocaleString("en")} that are pending; one is deleted 30 days after its end, its arguments and response after 7.`,
    aged: [{ since: "ended_at", stayMs: STAY_MS }],
    async sweep({ database, now, signal }) {
      const before = new Date(now - CONTENT_STAY_MS).toISOString();
      for (let changed = STEP; changed === STEP && !signal.aborted; ) {
        const rows = await database.query(
          `update approvals set input = null, response = null where ctid = any (array(
             select ctid from approvals where ended_at <= $1::text::timestamptz
               and (input is not null or response is not null) limit ${STEP} for update skip locked)) returning 1 as one`,
          [before],
        );
        changed = rows.length;
      }
    },
    macs: [
      {
        column: "input_mac",
        only: "state in ('pending', 'approved', 'running') and expires_at > $1::timestamptz",
        movedBy: "expiry",
      },
    ],
    personal: {
      erasure: "deleted",
      exported: {
        kind: "approval",
        columns:
          "id user_id account_id caller_kind caller_id caller_name agent key_id connection_id connection identity_id identity provider tool rule rule_scope reason state created_at expires_at decided_at decided_by note started_at ended_at failure response_status",
        sealed: "input response",
        omitted: "tool_version question input_mac request_key next_at claimed_by attempts",
        key: BY_ID,
      },
    },
    erasure: ofBoth("approvals"),
    sealed: (["input", "response"] as const).map((column) => ({
      column,
      keys: ROW_ID,
      batch: 10,
      aad: (rowKey) => approvalContext(keyPart(rowKey, 0), column),
    })),
    queues: [
      {
        name: "approvals",
        open: "state in ('approved', 'running')",
        failed: "false",
        error: "failure",
        leaseUntil: null,
        retry: "state = state",
      },
    ],
  },
  {
    table: "standing_approvals",
    bound: `An owner has at most ${MAX_STANDING.toLocaleString("en")} in force; one is deleted when a person ends it, and 30 days after it expired.`,
    aged: [{ since: "expires_at", stayMs: STAY_MS }],
    personal: {
      erasure: "deleted",
      exported: {
        kind: "standing_approval",
        columns:
          "id user_id account_id caller_kind caller_id caller_name agent connection_id connection identity_id identity provider tool rule rule_scope reason may_differ created_at created_by expires_at used last_used_at",
        sealed: "input",
        omitted: "tool_version question",
        key: BY_ID,
      },
    },
    erasure: ofBoth("standing_approvals"),
    sealed: [
      { column: "input", keys: ROW_ID, batch: 10, aad: (rowKey) => standingApprovalContext(keyPart(rowKey, 0)) },
    ],
  },
  {
    table: "approval_links",
    bound:
      "An approval has at most 5 that can be used; one is deleted a day after its end, which is an hour away at most.",
    aged: [{ since: "expires_at", stayMs: DAY_MS }],
    macs: [{ column: "token_hash", only: "expires_at > $1::timestamptz", movedBy: "expiry" }],
    personal: {
      erasure: "deleted",
      exported: {
        kind: "approval_link",
        columns: "id approval_id user_id account_id name maker_kind maker_id maker_name created_at expires_at",
        omitted: "token_hash browser_hash",
        key: BY_ID,
      },
    },
  },
];
