// What a table's rule says: how an erasure and an export treat its rows.

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

export interface TableRule {
  table: string;
  /** `deleted`: the owner's rows go; `stripped`: what is personal in them goes; `none`: nothing of an owner is in it. */
  erasure: "deleted" | "stripped" | "none";
  /** Where the rows are not deleted with the owner, or not exported. */
  why?: string;
  exported?: ExportedTable;
}
