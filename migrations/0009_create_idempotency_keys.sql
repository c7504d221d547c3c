-- The first answer to a request that carried an Idempotency-Key, kept for 24 hours. A row without an answer is a request
-- that still runs, or one whose process died: it is never run again.
create table idempotency_keys (
  user_id uuid not null references users (id) on delete cascade,
  key text not null,
  fingerprint text not null,
  owner text not null,
  status integer,
  headers jsonb,
  body text,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);
