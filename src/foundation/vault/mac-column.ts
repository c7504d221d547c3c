// Columns with MACs of texts that are only compared: without the ring key of one, what it recognises is refused.

export interface MacColumn {
  column: string;
  /** Whether it is an array of texts. */
  isList?: true;
  /** SQL: the rows that are still of use; `$1` is the time. */
  only: string;
  /** How it leaves an older ring key: with its next use, at its end, or when a person makes another. */
  movedBy: "use" | "expiry" | "replacement";
  /** The ring key must stay as long as there is one, and `secrets status` counts it so; otherwise it ends with the key. */
  counts?: "api_keys" | "sessions";
}
