-- Outgoing webhooks: where a user's events go, and one message for each event and endpoint.
create table webhook_endpoints (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  url text not null,
  description text,
  -- Patterns of event types, and provider ids; null passes all.
  event_types jsonb,
  providers jsonb,
  -- Whose events: everybody's, the user's own, or those of the connected accounts, of which null means all.
  scope text not null check (scope in ('all', 'user', 'accounts')),
  account_ids jsonb,
  -- Sealed. The one before signs as well for a day.
  secret text not null,
  previous_secret text,
  previous_secret_until timestamptz,
  enabled boolean not null default true,
  disabled_reason text check (disabled_reason in ('manual', 'gone', 'failing')),
  disabled_at timestamptz,
  -- Failed attempts in a row, and when the first of them was.
  failures integer not null default 0,
  failing_since timestamptz,
  last_success_at timestamptz,
  -- No attempt before then: the receiver asked for it, or fails.
  not_before timestamptz,
  -- Measured every minute; messages to a full endpoint are dropped and counted.
  is_full boolean not null default false,
  dropped bigint not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index webhook_endpoints_user on webhook_endpoints (user_id, created_at);

-- The row is its own job. A test has an event_id of its own, which no event has.
create table webhook_messages (
  endpoint_id uuid not null references webhook_endpoints (id) on delete cascade,
  event_id uuid not null,
  type text not null,
  is_test boolean not null default false,
  is_replay boolean not null default false,
  state text not null default 'due' check (state in ('due', 'active', 'delivered', 'failed')),
  attempts integer not null default 0,
  next_at timestamptz not null,
  lease_until timestamptz,
  -- The latest attempts, oldest first.
  log jsonb not null default '[]',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (endpoint_id, event_id)
);
create index webhook_messages_due on webhook_messages (endpoint_id, is_replay, next_at) where state = 'due';
create index webhook_messages_active on webhook_messages (endpoint_id) where state = 'active';
create index webhook_messages_log on webhook_messages (endpoint_id, created_at, event_id);
create index webhook_messages_updated on webhook_messages (updated_at);

-- Messages dropped since the last measurement: rows that nobody waits for, in place of a counter that publishers would lock.
create table webhook_drops (
  endpoint_id uuid not null references webhook_endpoints (id) on delete cascade,
  messages integer not null
);
create index webhook_drops_endpoint on webhook_drops (endpoint_id);

-- A span of a user's events is replayed in the order of their arrival.
create index inbox_events_user on inbox_events (user_id, received_at, id);
