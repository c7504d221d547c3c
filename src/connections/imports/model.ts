// The shape of an import on the wire: what a request takes, and what is told of each entry.
import { Kind, type Static, type TSchema, Type as t } from "@sinclair/typebox";
import { CONNECTION_NAME } from "../../foundation/schema/connection-name.ts";
import { AUTH_KINDS } from "../connect/credential-fields.ts";

/** Entries of one request. */
export const MAX_ENTRIES = 100;
/** The maximum size of a request: a hundred entries with the longest tokens that providers issue. */
export const MAX_IMPORT_BYTES = 4 * 1024 * 1024;
/** Characters of one token: some providers' are signed texts of several thousand. */
const MAX_TOKEN = 16_384;

/** RFC 6749, appendices A.12 and A.17: what a token may consist of. */
const Token = (description: string) =>
  t.String({ minLength: 1, maxLength: MAX_TOKEN, pattern: "^[\\x20-\\x7E]+$", description });
const Texts = (description: string) =>
  t.Object({}, { additionalProperties: t.String(), maxProperties: 20, description });

export const ImportEntry = t.Object(
  {
    user: t.String({ minLength: 1, maxLength: 320, description: "The user who owns it: e-mail address or id." }),
    account: t.Optional(
      t.String({
        minLength: 1,
        maxLength: 512,
        description: "The external_id of the user's connected account. Without it, the integration is the user's own.",
      }),
    ),
    provider: t.String({ minLength: 1, maxLength: 64, description: "The provider, such as google." }),
    connection: t.Optional(
      t.String({
        pattern: CONNECTION_NAME,
        description:
          "The connection's name, such as work. Without it, the one of the same identity is renewed; the first is called default.",
      }),
    ),
    auth: t.Optional(
      t.Union(
        AUTH_KINDS.map((kind) => t.Literal(kind)),
        {
          description:
            "The kind of sign-in. The default is oauth2 if tokens are sent, otherwise the provider's first other kind.",
        },
      ),
    ),
    fields: t.Optional(Texts("Values of the provider's tenant, such as a shop's address.")),
    credentials: t.Optional(Texts("An API key, or a name and a password, by the names of the provider's fields.")),
    access_token: t.Optional(Token("The OAuth access token. It is optional if a refresh token is sent.")),
    refresh_token: t.Optional(Token("The OAuth refresh token.")),
    expires_at: t.Optional(t.String({ format: "date-time", description: "When the access token expires." })),
    refresh_expires_at: t.Optional(t.String({ format: "date-time", description: "When the refresh token expires." })),
    token_response: t.Optional(
      t.Object(
        {},
        {
          additionalProperties: true,
          maxProperties: 100,
          description:
            "The full token response, for providers that return more than tokens in it, such as Slack. Its lifetimes are not read.",
        },
      ),
    ),
    scopes: t.Optional(
      t.Array(t.String({ pattern: "^[\\x21\\x23-\\x5B\\x5D-\\x7E]{1,512}$" }), {
        maxItems: 200,
        description:
          "The granted scopes. The default is those in token_response, otherwise the provider's default scopes.",
      }),
    ),
    client_id: t.Optional(
      t.String({
        minLength: 1,
        maxLength: 512,
        description:
          "The id of the OAuth app that the tokens were issued to. Refused if it is not the one set up here.",
      }),
    ),
  },
  { additionalProperties: false },
);
export type ImportEntry = Static<typeof ImportEntry>;

/**
 * Documented as an entry, checked as anything: one bad entry must not refuse the others, and the usual sentences repeat names
 * that were sent, which here can be a secret in the wrong place.
 */
const DocumentedEntry: TSchema = { ...ImportEntry, [Kind]: "Unknown" };

export const ImportBody = t.Object({
  entries: t.Array(DocumentedEntry, { minItems: 1, maxItems: MAX_ENTRIES, description: "What to import." }),
  format: t.Optional(
    t.Union([t.Literal("gateway"), t.Literal("nango")], {
      description: "nango: each entry is a connection with its credentials, in the form that Nango's API returns.",
    }),
  ),
  user: t.Optional(
    t.String({
      minLength: 1,
      maxLength: 320,
      description: "The user for entries that name none: e-mail address or id.",
    }),
  ),
  provider_names: t.Optional(
    t.Object(
      {},
      {
        additionalProperties: t.String({ minLength: 1, maxLength: 64 }),
        maxProperties: 200,
        description: 'Maps provider names in the entries to names here, such as {"google-mail": "google"}.',
      },
    ),
  ),
  create_accounts: t.Optional(t.Boolean({ description: "Whether to create connected accounts that do not exist." })),
  replace: t.Optional(
    t.Boolean({
      description: "Whether to replace integrations that are already connected. Without it, such entries are refused.",
    }),
  ),
  dry_run: t.Optional(
    t.Boolean({ description: "Whether to check only: nothing is stored, and no refresh token is used." }),
  ),
});
export type ImportBody = Static<typeof ImportBody>;

export type ImportCode =
  | "INVALID_ENTRY"
  | "USER_NOT_FOUND"
  | "PARTNER_REQUIRED"
  | "ACCOUNT_NOT_FOUND"
  | "ACCOUNT_LIMIT_REACHED"
  | "PROVIDER_NOT_FOUND"
  | "CLIENT_NOT_FOUND"
  | "DUPLICATE"
  | "ALREADY_CONNECTED"
  | "CONNECTION_AMBIGUOUS"
  | "TOO_MANY_CONNECTIONS"
  | "USED_ELSEWHERE"
  | "IN_PROGRESS"
  | "CREDENTIALS_REFUSED"
  | "IDENTITY_FORBIDDEN"
  | "IDENTITY_UNAVAILABLE"
  | "TENANT_REFUSED"
  | "GRANT_ENDED"
  | "CLIENT_REFUSED"
  | "REFRESH_REFUSED"
  | "PROVIDER_UNAVAILABLE"
  | "NO_TIME_LEFT"
  | "INTERNAL_ERROR";

/** Why an entry was not imported, in a sentence without anything that was sent. */
export interface Refusal {
  code: ImportCode;
  message: string;
}

export type ImportOutcome =
  | { outcome: "imported" | "unchanged"; integrationId: string }
  | { outcome: "valid"; message?: string }
  | ({ outcome: "refused" } & Refusal);

export const ImportResults = t.Object({
  imported: t.Integer(),
  unchanged: t.Integer(),
  valid: t.Integer(),
  refused: t.Integer(),
  results: t.Array(
    t.Object({
      index: t.Integer({ description: "The entry's index in the request, from 0." }),
      outcome: t.Union(
        ["imported", "unchanged", "valid", "refused"].map((outcome) => t.Literal(outcome)),
        { description: "valid: the entry passed a dry run. unchanged: it was imported before." },
      ),
      integration_id: t.Optional(t.String({ format: "uuid" })),
      code: t.Optional(t.String({ description: "Why it was refused, such as CREDENTIALS_REFUSED." })),
      message: t.Optional(t.String()),
    }),
  ),
});

export function resultView(index: number, result: ImportOutcome) {
  const { outcome } = result;
  return {
    index,
    outcome,
    ...("integrationId" in result && { integration_id: result.integrationId }),
    ...("code" in result && { code: result.code }),
    ...("message" in result && result.message !== undefined && { message: result.message }),
  };
}
