// One rule that a plugin breaks.

export interface Violation {
  /** The plugin's field (`oauth.pkce`) or file (`fixtures/list_items.json`). */
  where: string;
  /** A sentence that follows `where`, and says what to change. */
  message: string;
}
