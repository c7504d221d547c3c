-- Grants for a connected account that wait to be confirmed, one for each provider. They have a table of their own, so that no
-- call can use one. The id becomes the integration's where there is none yet. Of the confirm token only a hash is kept.
create table waiting_grants (
  id uuid primary key,
  user_id uuid not null,
  account_id uuid not null,
  provider text not null,
  token_hash text not null,
  identity_id text not null,
  identity jsonb not null,
  client_id text not null,
  scopes text[] not null,
  access_token text not null,
  refresh_token text,
  other_tokens text,
  access_expires_at timestamptz,
  refresh_expires_at timestamptz,
  granted_at timestamptz not null,
  expires_at timestamptz not null default now() + interval '30 minutes',
  unique (account_id, provider),
  foreign key (user_id, account_id) references accounts (user_id, id) on delete cascade
);
create index waiting_grants_expiry on waiting_grants (expires_at);
create index waiting_grants_identity on waiting_grants (provider, identity_id);
create trigger waiting_grants_changed after insert or delete or update on waiting_grants
  for each row execute function notify_change();

-- Whether the grant of this attempt must be confirmed before it can be used.
alter table connect_sessions add column confirm boolean not null default false;
