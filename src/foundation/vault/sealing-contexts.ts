// The associated data (AAD) of each sealed column: it names row and column, so a sealed text opens nowhere else.

export type TokenField = "access_token" | "refresh_token" | "other_tokens";

export const tokenContext = (integrationId: string, field: TokenField) => `integrations/${integrationId}/${field}`;

/**
 * The tokens of a pending grant, which are sealed again when it becomes its integration's. `waiting_grants` was the
 * name of the table pending_grants: with another text, older rows would not open.
 */
export const pendingTokenContext = (id: string, field: TokenField) => `waiting_grants/${id}/${field}`;

/** The tokens of a grant that has ended here and must still be revoked at its provider. */
export const revocationContext = (id: string, field: TokenField) => `revocations/${id}/${field}`;

/** The tokens that the check of an import has refreshed, until they are an integration's. */
export const importedTokensContext = (id: string) => `imported_grants/${id}/tokens`;

/** The key of an authenticator app. */
export const totpContext = (personId: string) => `totp_secrets/${personId}/secret`;

/** What a mail says, until it was sent. */
export const mailContext = (id: string) => `mails/${id}/content`;

/** The page that an unfinished sign-in at a provider or issuer leads to, for ten minutes. */
export const nextContext = (key: string) => `unfinished_sign_ins/${key}/next`;

/** A page with a secret that a form of a session made, until its one view. */
export const submissionPageContext = (sessionId: string, nonce: string) =>
  `form_submissions/${sessionId}/${nonce}/sealed_page`;

/** What the next page of a session says of the form before it: in a cookie alone. */
export const noticeContext = (sessionId: string) => `people_sessions/${sessionId}/notice`;

/** The response that replaced an MCP client's refresh token. */
export const mcpReplyContext = (mac: string) => `mcp_tokens/${mac}/reply`;

export const verifierContext = (sessionId: string) => `connect_sessions/${sessionId}/verifier`;

export const connectConfirmContext = (sessionId: string) => `connect_sessions/${sessionId}/confirm_token`;

export const replacementContext = (sessionId: string) => `connect_sessions/${sessionId}/replacement`;

export const clientSecretContext = (userId: string, provider: string, clientId: string) =>
  `oauth_apps/${userId}/${provider}/${clientId}/client_secret`;

/** The secret of an OAuth app that an operator entered at the dashboard. */
export const operatorClientContext = (provider: string) => `operator_clients/${provider}/client_secret`;

export const storedResponseContext = (userId: string, key: string) => `idempotency_keys/${userId}/${key}/body`;

/** What a call that waits for a person will send, and the response that it got. */
export const approvalContext = (id: string, field: "input" | "response") => `approvals/${id}/${field}`;

/** What later calls must send to be allowed by a person's earlier yes. */
export const standingApprovalContext = (id: string) => `standing_approvals/${id}/input`;

/** What a call sent and got, under the id of its row in the usage log. */
export const evidenceContext = (callId: string) => `call_evidence/${callId}/content`;

/** Begins with the former name of the table, which what was sealed under it needs. */
export const inboundWebhookContext = (provider: string, sourceId: string, key: string) =>
  `deliveries/${provider}/${sourceId}/${key}/content`;

export const sourceSecretContext = (sourceId: string) => `sources/${sourceId}/secret`;

export const webhookSecretContext = (provider: string) => `webhook_secrets/${provider}/secret`;

export type EndpointSecretField = "secret" | "previous_secret";

export const endpointSecretContext = (endpointId: string, field: EndpointSecretField) =>
  `webhook_endpoints/${endpointId}/${field}`;
