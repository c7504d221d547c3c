-- Agent sessions: short-lived tokens for agents, each bound to an owner and never with more than the key that made it. The token
-- is stored only as a MAC.
-- release: 0.4.0, runs with: 0.3.0
-- tables: users, accounts, api_keys
create table agent_sessions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  -- Whom it serves: a connected account of the user's, or null for the user itself.
  account_id uuid,
  -- A session ends with the key that made it, or that made the first of its parents.
  key_id uuid not null references api_keys on delete cascade,
  parent_id uuid references agent_sessions on delete cascade,
  hash text not null unique,
  name text,
  agent text,
  -- Ids of integrations; null for all of the owner's.
  connections uuid[],
  -- Null for whatever the key allows.
  allow text[],
  deny text[] not null default '{}',
  read_only boolean not null default false,
  limits jsonb not null default '{}',
  pinned text[] not null default '{}',
  constraints jsonb,
  policy jsonb,
  input jsonb,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Seconds without a call after which it ends; null for none.
  idle_seconds integer,
  last_used_at timestamptz,
  revoked_at timestamptz,
  foreign key (user_id, account_id) references accounts (user_id, id) on delete cascade
);
create index agent_sessions_user on agent_sessions (user_id, created_at, id);
create index agent_sessions_account on agent_sessions (user_id, account_id, expires_at);
create index agent_sessions_key on agent_sessions (key_id);
create index agent_sessions_parent on agent_sessions (parent_id) where parent_id is not null;
create index agent_sessions_expiry on agent_sessions (expires_at);
create index agent_sessions_revocation on agent_sessions (revoked_at) where revoked_at is not null;

-- The counts of its calls go with it.
create function delete_windows_of_session() returns trigger language plpgsql as $$
begin
  delete from limit_windows where key = 'session:' || old.id;
  return null;
end $$;
create trigger agent_sessions_deleted after delete on agent_sessions
  for each row execute function delete_windows_of_session();

create trigger agent_sessions_changed
  after delete or update of revoked_at, expires_at, idle_seconds, allow, deny, read_only, connections, limits, pinned, constraints, policy
  on agent_sessions for each row execute function notify_change();
