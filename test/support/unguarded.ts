// Agent sessions whose calls are never asked about, for tests of their other bounds.

/** The field of a session's body that lifts every safeguard. */
export const UNGUARDED = { safeguards: { destroys: "allow", spends: "allow", flow: "allow" } } as const;
