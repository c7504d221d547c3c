-- What people let MCP clients do: clients that registered themselves, grants with their code, and tokens. What is only compared
-- is stored as a MAC, as in api_keys.
-- release: 0.3.0, runs with: 0.2.0
create table mcp_clients (
  client_id text primary key,
  name text not null,
  redirect_uris text[] not null,
  created_at timestamptz not null
);
create index mcp_clients_created on mcp_clients (created_at);

create table mcp_grants (
  id uuid primary key,
  person_id uuid not null,
  user_id uuid not null,
  -- Of mcp_clients, or the https address of the client's own description.
  client_id text not null,
  client_name text not null,
  -- Whom it serves: a connected account of the user's, or null for the user itself.
  account_id uuid references accounts on delete cascade,
  -- Null: all of them.
  providers text[],
  read_only boolean not null,
  resource text not null,
  redirect_uri text not null,
  -- Of the one authorization code. It stays after its use, so that a second one is noticed.
  code_mac text not null unique,
  code_challenge text not null,
  code_expires_at timestamptz not null,
  code_used_at timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  last_used_at timestamptz,
  -- Who no longer acts for the user has nothing to grant.
  foreign key (person_id, user_id) references people_users on delete cascade
);
create index mcp_grants_user on mcp_grants (user_id, created_at);
create index mcp_grants_person on mcp_grants (person_id, user_id);
create index mcp_grants_client on mcp_grants (client_id);
create index mcp_grants_account on mcp_grants (account_id) where account_id is not null;
create index mcp_grants_expiry on mcp_grants (expires_at);
create index mcp_grants_unused on mcp_grants (code_expires_at) where code_used_at is null;

create table mcp_tokens (
  mac text primary key,
  grant_id uuid not null references mcp_grants on delete cascade,
  kind text not null check (kind in ('access', 'refresh')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Of a refresh token: when it was replaced, and, sealed and for seconds, the response that did so.
  used_at timestamptz,
  reply text
);
create index mcp_tokens_grant on mcp_tokens (grant_id, kind, created_at);
create index mcp_tokens_expiry on mcp_tokens (expires_at);
create index mcp_tokens_reply on mcp_tokens (used_at) where reply is not null;

create trigger mcp_grants_changed after delete or update of revoked_at, expires_at on mcp_grants
  for each row execute function notify_change();

-- Whoever is disabled loses the grants, as the sessions; being let in again does not bring them back.
create function revoke_grants_of_person() returns trigger language plpgsql as $$
begin
  update mcp_grants set revoked_at = new.disabled_at where person_id = new.id and revoked_at is null;
  return null;
end $$;
create trigger people_disabled after update of disabled_at on people
  for each row when (new.disabled_at is not null) execute function revoke_grants_of_person();
