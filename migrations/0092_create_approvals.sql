-- Calls that wait for a person's yes: each is stored sealed, decided once, and then made by the gateway once.
-- release: 0.4.0, runs with: 0.3.0
-- tables: users, accounts
create table approvals (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  -- Whose connection the call uses: a connected account's, or with null the user's own.
  account_id uuid,
  caller_kind text not null check (caller_kind in ('key', 'mcp_client', 'agent_session')),
  caller_id uuid not null,
  caller_name text,
  agent text,
  -- The key of the caller, or that made the session; null for an MCP client.
  key_id uuid,
  connection_id uuid not null,
  connection text not null,
  -- Whose account it is at the provider: another one in its place gets nothing.
  identity_id text not null,
  identity text not null,
  provider text not null,
  tool text not null,
  -- A hash of what the tool takes and does.
  tool_version text not null,
  -- Sealed; null some days after the end.
  input text,
  input_mac text not null,
  -- The caller's Idempotency-Key.
  request_key text,
  -- What asked: a rule by its name or place with its scope, or with null the setting of the key.
  rule text,
  rule_scope text,
  reason text not null,
  state text not null default 'pending'
    check (state in ('pending', 'approved', 'running', 'done', 'failed', 'denied', 'expired')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  decided_at timestamptz,
  -- {"kind": …, "id": …, "name": …}
  decided_by jsonb,
  note text,
  started_at timestamptz,
  ended_at timestamptz,
  -- Why it failed, where the call got no response of its own.
  failure text,
  response_status integer,
  -- Sealed; null some days after the end.
  response text,
  -- The row is its own job: when it expires, is to be made, or is free for another replica; null once it has ended.
  next_at timestamptz,
  claimed_by text,
  attempts integer not null default 0,
  foreign key (user_id, account_id) references accounts (user_id, id) on delete cascade
);
create index approvals_user on approvals (user_id, created_at, id);
create index approvals_account on approvals (account_id) where account_id is not null;
create index approvals_due on approvals (next_at) where next_at is not null;
create index approvals_ended on approvals (ended_at) where ended_at is not null;

-- For those who wait, and for the replicas that make approved calls.
create trigger approvals_changed after update of state on approvals
  for each row execute function notify_change();
