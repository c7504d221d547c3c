// The shape of connect sessions: on the wire, and in the audit log.
import { type Static, Type as t } from "@sinclair/typebox";
import { CONNECTION_NAME } from "../../foundation/schema/connection-name.ts";
import { CreateAccountBody } from "../../identity/accounts/model.ts";
import type { Provider } from "../../plugin/index.ts";
import { IdentityShape, IntegrationShape } from "../integrations/model.ts";
import { AUTH_KINDS } from "./credential-fields.ts";
import { missingPermissions, nextStepOf } from "./granted.ts";
import type { SessionRow } from "./store.ts";

/** RFC 6749, section 3.3: the characters of one scope. */
const SCOPE_TOKEN = "^[\\x21\\x23-\\x5B\\x5D-\\x7E]{1,512}$";

export const StartConnectBody = t.Object({
  provider: t.Optional(
    t.String({
      minLength: 1,
      maxLength: 64,
      description: "The provider to connect, such as google. Required unless page is true.",
    }),
  ),
  redirect_url: t.Optional(
    t.String({
      minLength: 1,
      description:
        "Where the browser goes afterwards; https, at most 2,048 characters. Required unless credentials are sent.",
    }),
  ),
  connection: t.Optional(
    t.String({
      pattern: CONNECTION_NAME,
      description:
        "The name of the connection to make or renew, such as work: 1 to 64 of a-z, 0-9, hyphen, underscore and full stop. Without it, the one of the same identity is renewed; the first is called default.",
    }),
  ),
  auth: t.Optional(
    t.Union(
      AUTH_KINDS.map((kind) => t.Literal(kind)),
      { description: "The kind of sign-in, if the provider has several. The default is its first one." },
    ),
  ),
  fields: t.Optional(
    t.Object(
      {},
      {
        additionalProperties: t.String(),
        maxProperties: 20,
        description:
          "Values that the provider needs before connecting, such as a shop's address. With a page, the person enters it there.",
      },
    ),
  ),
  credentials: t.Optional(
    t.Object(
      {},
      {
        additionalProperties: t.String(),
        minProperties: 1,
        maxProperties: 20,
        description:
          "An API key, or a name and a password, by the names of the provider's fields. They are checked at the provider and stored encrypted; no response contains them. The response is the integration.",
      },
    ),
  ),
  scopes: t.Optional(
    t.Array(t.String({ pattern: SCOPE_TOKEN }), {
      maxItems: 100,
      description: "The provider's scopes to request, instead of the default set.",
    }),
  ),
  page: t.Optional(
    t.Boolean({
      description:
        "Whether connect_url is the gateway's own page, which shows who asks for which access before the person continues.",
    }),
  ),
  providers: t.Optional(
    t.Array(t.String({ minLength: 1, maxLength: 64 }), {
      minItems: 1,
      maxItems: 50,
      uniqueItems: true,
      description:
        "The providers to choose from, with a page and without provider. The default is all that are set up.",
    }),
  ),
});

export const StartAccountConnectBody = t.Composite([
  StartConnectBody,
  t.Object({
    confirm: t.Optional(
      t.Boolean({
        description:
          "Whether the integration stays pending until your back end confirms it with the confirm_token from the redirect.",
      }),
    ),
  }),
]);

export const ConnectCustomerBody = t.Composite([CreateAccountBody, StartAccountConnectBody]);

export const ListSessionsQuery = t.Object({
  limit: t.Optional(
    t.Integer({ minimum: 1, maximum: 100, default: 20, description: "Maximum number of sessions to return." }),
  ),
});

export const ConfirmBody = t.Object({
  confirm_token: t.String({ minLength: 1, maxLength: 512, description: "The one-time token from the redirect." }),
});

export const StartedSession = t.Object(
  {
    connect_url: t.String({
      description: "The provider's authorization page, or the gateway's page; open it in the user's browser.",
    }),
    session_id: t.String({ format: "uuid" }),
    expires_at: t.String({ format: "date-time" }),
    status: t.Literal("pending", {
      description: "The session has begun; the response to credentials has another status.",
    }),
  },
  { title: "StartedConnect" },
);

/** The integration that credentials give at once; it needs no confirmation, so that its status tells it from a session. */
const ConnectedAtOnce = t.Composite(
  [
    t.Omit(IntegrationShape, ["status"]),
    t.Object({
      status: t.Union([t.Literal("active"), t.Literal("expired"), t.Literal("revoked"), t.Literal("unavailable")], {
        description: "active, unless the grant has ended meanwhile.",
      }),
    }),
  ],
  { title: "ConnectedIntegration" },
);

/** With credentials in the request, the answer is the integration. */
export const StartedOrConnected = t.Union([StartedSession, ConnectedAtOnce]);

export function isConnectedAtOnce(
  integration: Static<typeof IntegrationShape>,
): integration is Static<typeof ConnectedAtOnce> {
  return integration.status !== "pending";
}

const OfAccount = t.Object({
  account_id: t.String({ format: "uuid", description: "The gateway's id of the account." }),
});
/** The same of a connect that names its account by the partner's own id. */
export const CustomerStartedOrConnected = t.Union([
  t.Composite([StartedSession, OfAccount], { title: "StartedCustomerConnect" }),
  t.Composite([ConnectedAtOnce, OfAccount], { title: "ConnectedCustomerIntegration" }),
]);

/** What a request with `page: true` starts: never an integration at once. */
export function asSession(started: Static<typeof StartedOrConnected>): Static<typeof StartedSession> {
  if (started.status === "pending") return started;
  throw new Error("A connect with a page began no session.");
}

export const SessionShape = t.Object({
  session_id: t.String({ format: "uuid" }),
  provider: t.Optional(t.String({ description: "Absent until the person has chosen a provider." })),
  connection: t.Optional(
    t.String({ description: "The name of the connection. Absent until it is known, where the request named none." }),
  ),
  status: t.Union([t.Literal("pending"), t.Literal("completed"), t.Literal("expired"), t.Literal("failed")]),
  error: t.Optional(t.String({ description: "Present when the status is failed." })),
  created_at: t.String({ format: "date-time" }),
  expires_at: t.String({ format: "date-time" }),
  identity: t.Optional(IdentityShape),
  missing_permissions: t.Optional(
    t.Array(t.String(), {
      description: "`<service>.<permission>` that was asked for and not allowed. Present when the status is completed.",
    }),
  ),
  access_expires_at: t.Optional(
    t.String({
      format: "date-time",
      description: "When the access ends. Present when the provider gave nothing to renew it with.",
    }),
  ),
  next_step: t.Optional(
    t.String({ description: "What the person can still do, where not everything was allowed or the access ends." }),
  ),
});

/** For the audit log: whose session it is, and for which provider. */
export function sessionFacts({ id, userId, accountId, provider, connection }: SessionRow) {
  const details = { ...(provider && { provider }), ...(connection !== null && { connection }) };
  return { userId, accountId, resource: { kind: "session", id }, details };
}

export function sessionView(
  row: SessionRow & { isExpired: boolean; isStuck: boolean },
  provider: Provider | undefined,
): Static<typeof SessionShape> {
  const isInterrupted = row.status === "pending" && row.isStuck;
  const status = isInterrupted ? "failed" : row.status === "pending" && row.isExpired ? "expired" : row.status;
  return {
    session_id: row.id,
    ...(row.provider && { provider: row.provider }),
    ...(row.connection !== null && { connection: row.connection }),
    status,
    ...(status === "failed" && { error: row.error ?? "interrupted" }),
    created_at: row.createdAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
    ...(row.status === "completed" && row.identity && { identity: row.identity }),
    ...(provider && outcomeOf(row, provider)),
  };
}

/** What is left to do after a session; a kind of sign-in without OAuth asks for no scopes. */
function outcomeOf(row: SessionRow, provider: Provider) {
  const isCompleted = row.status === "completed";
  const missing = isCompleted ? missingPermissions(provider, row.scopes, row.grantedScopes ?? row.scopes) : [];
  const nextStep = nextStepOf(provider, row, missing);
  return {
    ...(isCompleted && { missing_permissions: missing }),
    ...(isCompleted && row.accessExpiresAt && { access_expires_at: row.accessExpiresAt.toISOString() }),
    ...(nextStep !== undefined && { next_step: nextStep }),
  };
}
