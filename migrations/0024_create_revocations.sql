-- Grants that are deleted here and not yet ended at their provider. A row is written in the transaction that deletes the grant,
-- so a process that dies before its request leaves the work to others; a day later the row goes in any case.
create table revocations (
  id uuid primary key,
  -- The integration or the pending grant that held the tokens; both may be gone, as may the account.
  grant_id uuid not null,
  provider text not null,
  user_id uuid not null,
  account_id uuid,
  client_id text not null,
  identity_id text not null,
  identity jsonb not null,
  tenant jsonb not null default '{}',
  access_token text not null,
  refresh_token text,
  other_tokens text,
  -- What must be unsubscribed before the grant ends, since that takes its tokens.
  subscriptions jsonb not null default '[]',
  attempts integer not null default 0,
  next_at timestamptz not null,
  lease_until timestamptz,
  expires_at timestamptz not null
);
create index revocations_due on revocations (next_at);
