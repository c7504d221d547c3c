-- Standing approvals: a person's yes to later calls that ask the same question. Approvals note the question for them.
-- release: 0.4.0, runs with: 0.3.0
-- tables: users, accounts, approvals
-- locks: approvals for a moment
alter table approvals
  -- The rule as it was, hashed with its scope; null for the caller's own setting.
  add column question text;

create table standing_approvals (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  -- Whose connection the calls use: a connected account's, or with null the user's own.
  account_id uuid,
  -- For whose calls: a key's, an MCP client's, or with the key's id those of its agent sessions.
  caller_kind text not null check (caller_kind in ('key', 'mcp_client', 'agent_session')),
  caller_id uuid not null,
  caller_name text,
  -- The agent of the sessions; null for those without one.
  agent text,
  connection_id uuid not null,
  connection text not null,
  identity_id text not null,
  identity text not null,
  provider text not null,
  tool text not null,
  tool_version text not null,
  -- What asks, as in approvals.
  rule text,
  rule_scope text,
  question text,
  reason text not null,
  -- What the calls must send: sealed, without the arguments that may differ.
  input text not null,
  may_differ jsonb not null,
  created_at timestamptz not null,
  -- {"kind": …, "id": …, "name": …}
  created_by jsonb not null,
  expires_at timestamptz not null,
  used bigint not null default 0,
  last_used_at timestamptz,
  foreign key (user_id, account_id) references accounts (user_id, id) on delete cascade
);
create index standing_approvals_call on standing_approvals (user_id, tool, caller_id);
create index standing_approvals_user on standing_approvals (user_id, created_at, id);
create index standing_approvals_account on standing_approvals (account_id) where account_id is not null;
create index standing_approvals_expired on standing_approvals (expires_at);
