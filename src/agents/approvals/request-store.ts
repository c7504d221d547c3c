// Which approvals there are for a request of a caller's already, and how many of an owner's wait.
import type { Orm } from "../../foundation/db/database.ts";
import { queryIn } from "../../foundation/db/raw.ts";
import type { Owner } from "../../identity/owner.ts";
import { type ApprovalRow, COLUMNS } from "./store.ts";

const IS_OWNERS = "a.user_id = $1::text::uuid and a.account_id is not distinct from $2::text::uuid";

export async function countPending(tx: Orm, { userId, accountId }: Owner): Promise<number> {
  const [row] = await queryIn<{ pending: number }>(
    tx,
    `select count(*)::int as pending from approvals a where ${IS_OWNERS} and a.state = 'pending'`,
    [userId, accountId],
  );
  return row?.pending ?? 0;
}

/** What tells a caller's request from its others. */
export interface SameRequest {
  callerId: string;
  requestKey: string | null;
  tool: string;
  macs: readonly string[];
  since: string;
}

/** SQL of the approvals of the same request. */
export const SAME_REQUEST = `${IS_OWNERS} and a.caller_id = $3::text::uuid and (
       (a.request_key = $4::text and (a.ended_at is null or a.ended_at > $7::text::timestamptz))
       or ($4::text is null and a.request_key is null and a.tool = $5 and a.state in ('pending', 'approved', 'running')
         and a.input_mac in (select jsonb_array_elements_text($6::text::jsonb))))`;

/** The approval that the caller has already for this request: by its Idempotency-Key, or one still open with the same input. */
export async function findSame(tx: Orm, { userId, accountId }: Owner, same: SameRequest): Promise<ApprovalRow | null> {
  const { callerId, requestKey, tool, macs, since } = same;
  const [row] = await queryIn<ApprovalRow>(
    tx,
    `select ${COLUMNS} from approvals a where ${SAME_REQUEST}
     order by a.created_at desc limit 1`,
    [userId, accountId, callerId, requestKey, tool, JSON.stringify(macs), since],
  );
  return row ?? null;
}
