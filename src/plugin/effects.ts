// What a call of an endpoint does, as plugins declare it.

/**
 * `reads` changes nothing. `destroys` takes away or ends what is there: deletes, trashes, archives, cancels, merges; one of
 * several changes is enough, and a field with another value is not destroyed. `writes` is every other change.
 */
export type Effect = "reads" | "writes" | "destroys";

/**
 * Whether somebody besides the owner gets something: a message, comment, post or invitation, an event with guests, an
 * assignment, access to a thing. With `when` only a call that sets one of these query or body fields reaches them.
 */
export type Reaches = boolean | { readonly when: readonly string[] };

/** The danger of a call. */
export interface Effects {
  effect: Effect;
  reaches: Reaches;
  /** Whether money moves by it: a payment, a transfer or a refund. A bill or a link to pay asks for money, and spends none. */
  spends?: true;
}

/** RFC 9110, section 9.2. */
export function effectOfMethod(method: string): Effect {
  if (method === "GET") return "reads";
  return method === "DELETE" ? "destroys" : "writes";
}
