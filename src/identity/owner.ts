// Who a request is for: the owner whose integrations apply, and the surface of the API that it came through.

/** A user, or one connected account of a partner's. */
export interface Owner {
  userId: string;
  /** Null: the user's own integrations. */
  accountId: string | null;
}

/** The API for a user's own integrations, or the one for partners (areas A and B of the public documents). */
export type Surface = "user" | "partner";

/** A connected account by both its names. */
export interface AccountRef {
  id: string;
  userId: string;
  externalId: string;
}
