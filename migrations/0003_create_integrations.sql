-- One subject linked to one provider. The subject is a user, or a connected account where account_id is set.
-- Tokens are sealed; epoch, lease and intent make a refresh happen once over all replicas.
create table integrations (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  account_id uuid,
  provider text not null,
  status text not null check (status in ('pending', 'active', 'expired', 'revoked')),
  status_reason text,
  identity_id text not null,
  identity jsonb not null,
  client_id text not null,
  scopes text[] not null,
  access_token text not null,
  refresh_token text,
  other_tokens text,
  access_expires_at timestamptz,
  refresh_expires_at timestamptz,
  epoch integer not null default 0,
  lease_owner text,
  lease_until timestamptz,
  refresh_started_at timestamptz,
  connected_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index integrations_user_provider on integrations (user_id, provider) where account_id is null;
create unique index integrations_account_provider on integrations (account_id, provider) where account_id is not null;
create index integrations_identity on integrations (provider, identity_id);
