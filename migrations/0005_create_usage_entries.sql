-- The usage log: one row for each call. Calls that change something at a provider are written as pending before they are made.
create table usage_entries (
  id uuid primary key,
  occurred_at timestamptz not null,
  user_id uuid not null references users (id) on delete cascade,
  key_id uuid,
  account_id uuid,
  external_id text,
  request_id text not null,
  method text not null,
  endpoint text not null,
  provider text,
  action text,
  state text not null check (state in ('pending', 'done', 'interrupted')),
  status integer,
  units integer not null,
  duration_ms integer not null,
  repeated integer not null default 1
);
create index usage_entries_user on usage_entries (user_id, occurred_at desc, id desc);
create index usage_entries_pending on usage_entries (occurred_at) where state = 'pending';
