// The tables of those who sign in: what is theirs goes with them, what is of a user goes with the user, by the database.
export const PEOPLE_TABLES: readonly string[] = [
  "people",
  "people_users",
  "passwords",
  "totp_secrets",
  "identities",
  "passkeys",
  "sign_in_challenges",
  "people_sessions",
  "form_submissions",
  "setup_links",
  "known_browsers",
  "sign_in_failures",
];
