-- The audit log: who did what when, from where, to whose. No references: an entry outlives its user, account and token. A
-- reader's position is (tx, seq), as in inbox_events, so that a row that commits late lies beyond every position.
-- release: 0.2.0, runs with: 0.2.0
create table audit_entries (
  id uuid primary key,
  tx xid8 not null default pg_current_xact_id(),
  seq bigint generated always as identity,
  at timestamptz not null,
  -- Unlike `at` it rises with `tx`: an entry may wait for the database.
  stored_at timestamptz not null default now(),
  event text not null,
  actor_kind text not null,
  actor_id text,
  actor_name text,
  user_id uuid,
  account_id uuid,
  resource_kind text,
  resource_id text,
  outcome text not null,
  code text,
  -- How many times it happened: refused requests of an address are one entry a minute.
  times integer not null default 1,
  address text,
  request_id text,
  details jsonb not null default '{}'
);
create index audit_entries_order on audit_entries (tx, seq);
create index audit_entries_user on audit_entries (user_id, tx, seq) where user_id is not null;
create index audit_entries_account on audit_entries (account_id, tx, seq) where account_id is not null;
create index audit_entries_at on audit_entries (at);
