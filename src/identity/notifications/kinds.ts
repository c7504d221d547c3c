// The kinds of mails that notify people, and what the page of a person's mails says of each.

export const KINDS = ["sign_in", "connection", "accounts", "quota"] as const;
export type Kind = (typeof KINDS)[number];
/** Sign-in mails stay on: anyone who has taken over a session could otherwise hide it. */
export type OptionalKind = Exclude<Kind, "sign_in">;

export const OPTIONAL_KINDS = KINDS.filter((kind) => kind !== "sign_in");

export const isOptional = (kind: string): kind is OptionalKind => (OPTIONAL_KINDS as readonly string[]).includes(kind);
