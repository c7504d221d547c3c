// The associated data (AAD) of each sealed column: it names row and column, so a sealed text opens nowhere else.

export type TokenField = "access_token" | "refresh_token" | "other_tokens";

export const tokenContext = (integrationId: string, field: TokenField) => `integrations/${integrationId}/${field}`;

/** Of a pending grant; its tokens are sealed again when it is confirmed. */
export const pendingTokenContext = (id: string, field: TokenField) => `waiting_grants/${id}/${field}`;

export const verifierContext = (sessionId: string) => `connect_sessions/${sessionId}/verifier`;

export const clientSecretContext = (userId: string, provider: string, clientId: string) =>
  `oauth_apps/${userId}/${provider}/${clientId}/client_secret`;

export const storedResponseContext = (userId: string, key: string) => `idempotency_keys/${userId}/${key}/body`;
