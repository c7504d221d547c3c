// What a room declares of each of its tables: how long rows stay, what an erasure and an export do with them, what is sealed.
import type { TableQueue } from "../jobs/row-table.ts";
import type { MacColumn } from "../vault/mac-column.ts";
import type { SealedColumn } from "../vault/sealed-column.ts";
import type { ErasureStatement } from "./erasure-step.ts";
import type { AgedRows, SweepContext } from "./retention.ts";

/** Rows of an export, in the order of a unique key. */
export interface ExportedTable {
  kind: string;
  /** As they are. */
  columns: string;
  /** Secrets: the export says only whether there is one. */
  sealed?: string;
  /** Neither: hashes, leases, and what is derived from other rows. */
  omitted?: string;
  /** SQL of the owner's rows: `$1` is the user, `$2` the account, null for the user with all accounts. */
  owner?: string;
  /** Columns with their types; unique within an owner. */
  key: readonly (readonly [column: string, type: "uuid" | "text" | "timestamptz" | "bigint" | "boolean" | "xid8"])[];
  /** Rows of a page, where they may be large. */
  page?: number;
}

/** How an erasure and an export treat the rows of an owner. */
export interface PersonalRule {
  /** `deleted`: the owner's rows go; `stripped`: what is personal in them goes; `none`: nothing of an owner is in it. */
  erasure: "deleted" | "stripped" | "none";
  /** The reason why the rows are not deleted with the owner, or not exported. */
  why?: string;
  exported?: ExportedTable;
}

/** What is declared of a table by the room that owns it; `server/tables.ts` collects them. */
export interface Table {
  table: string;
  /** What bounds its rows, as docs/operate/retention.md tells operators. */
  bound: string;
  /** The operator's setting of it. */
  setting?: string;
  aged?: readonly AgedRows[];
  /** What a statement for each row's age does not say. */
  sweep?(context: SweepContext): Promise<unknown>;
  personal: PersonalRule;
  sealed?: readonly SealedColumn[];
  /** MACs under a key of the ring. */
  macs?: readonly MacColumn[];
  /** The queues of a table whose rows are their own jobs. */
  queues?: readonly TableQueue[];
  /** The statements of an erasure. Rows of a table without any go with the rows that they refer to. */
  erasure?: {
    user?: ErasureStatement;
    account?: ErasureStatement;
    /** SQL that defines `changed`: erases what came for grants that are gone, named by a JSON list in `$1`; `$2` is null. */
    inbound?: string;
  };
}

/** The key of most tables, for an export. */
export const BY_ID = [["id", "uuid"]] as const;
/** SQL of the rows that a user has and no account. */
export const USERS_OWN = "user_id = $1::text::uuid and $2::text is null";
