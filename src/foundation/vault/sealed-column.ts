// Columns whose texts the vault has sealed: where they are, and which associated data opens them.

export interface SealedColumn {
  column: string;
  /** The primary key's columns with their types. */
  keys: readonly { name: string; type: "uuid" | "text" | "bigint" }[];
  /** Rows in one batch; a stored response may have a megabyte. */
  batch: number;
  aad(rowKey: readonly string[]): string;
}

/** The key of most tables. */
export const ROW_ID = [{ name: "id", type: "uuid" }] as const;
export const keyPart = (rowKey: readonly string[], index: number) => rowKey[index] as string;

const TOKEN_FIELDS = ["access_token", "refresh_token", "other_tokens"] as const;

/** The columns of a table that has a token set. */
export const sealedTokens = (aad: (id: string, field: (typeof TOKEN_FIELDS)[number]) => string): SealedColumn[] =>
  TOKEN_FIELDS.map((column) => ({
    column,
    keys: ROW_ID,
    batch: 200,
    aad: (rowKey) => aad(keyPart(rowKey, 0), column),
  }));
