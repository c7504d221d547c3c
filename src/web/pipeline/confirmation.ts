// The person's yes before a call that destroys, or that a rule asks about, where somebody can ask them: at /mcp, by a client that shows forms.
import type { ApprovalRow } from "../../agents/approvals/store.ts";
import type { Input } from "../http/input.ts";

export interface Confirmation {
  /** Whether the connection asks for it, whatever the caller's own setting. */
  isWanted: boolean;
  /** Whether the person has confirmed this call. */
  isConfirmed: boolean;
  /** Whether the person has refused this call. */
  isDeclined?: boolean;
  /**
   * Responds to the call that waits; the input is valid. `rule` says which rule asks; null where the setting does. `store` makes
   * it an approval, for whoever cannot ask at once; null for a call that cannot wait.
   */
  ask(input: Input, rule: string | null, store: (() => Promise<ApprovalRow>) | null): Promise<Response>;
}
