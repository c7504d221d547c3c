-- The inbox: deliveries from providers, where further events come from, and the events themselves.

-- A delivery is claimed by its unique key, stored before its 2xx, and worked afterwards: the row is its own job. Its content
-- is sealed, since providers repeat secrets in headers and bodies, and dropped once it is worked; the key stays as the claim.
create table deliveries (
  id bigint generated always as identity primary key,
  provider text not null,
  -- The source whose address it came to; the zero UUID for the provider's own address.
  source_id uuid not null,
  delivery_key text not null,
  -- Whom the work is for, so that a flood of one customer's deliveries delays nobody else's.
  lane text not null,
  content text,
  state text not null default 'due' check (state in ('due', 'done', 'failed')),
  attempts integer not null default 0,
  -- The next attempt; while a process works the row, the end of its lease.
  next_at timestamptz not null,
  error text,
  received_at timestamptz not null,
  unique (provider, source_id, delivery_key)
);
create index deliveries_due on deliveries (lane, next_at) where state = 'due';
create index deliveries_received on deliveries (received_at);

-- Where an integration's events come from: a subscription at the provider, a position to poll from, or both.
create table sources (
  -- Random, hence unguessable: the last segment of the address that the provider delivers to.
  id uuid primary key,
  integration_id uuid not null references integrations (id) on delete cascade,
  user_id uuid not null,
  account_id uuid,
  provider text not null,
  name text not null,
  -- The thing that is watched, where the source has several, such as a repository; else ''.
  resource text not null default '',
  mode text not null check (mode in ('push', 'poll')),
  state text not null default 'pending' check (state in ('pending', 'active', 'failed')),
  -- Why it failed, as a code and a sentence for the owner.
  error_code text,
  error text,
  -- The subscription: the provider's id, what the plugin remembers, and the sealed secret of its deliveries.
  subscription_id text,
  data jsonb not null default '{}',
  secret text,
  expires_at timestamptz,
  renew_at timestamptz,
  checked_at timestamptz,
  -- The poll: the plugin's position, null until the first one.
  position text,
  next_at timestamptz,
  empty_polls integer not null default 0,
  attempts integer not null default 0,
  lease_until timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (integration_id, name, resource),
  foreign key (user_id, account_id) references accounts (user_id, id) on delete cascade
);
create index sources_poll on sources (user_id, next_at) where next_at is not null;
create index sources_renew on sources (renew_at) where renew_at is not null;
create index sources_subscription on sources (provider, subscription_id) where subscription_id is not null;

-- Events of owners. An event outlives its integration. A reader's position is (tx, seq): with only rows below the oldest
-- running transaction, a row that commits late lies beyond every position that anybody has read.
create table inbox_events (
  id uuid primary key,
  tx xid8 not null default pg_current_xact_id(),
  seq bigint generated always as identity,
  user_id uuid not null references users (id) on delete cascade,
  account_id uuid,
  owner_id uuid not null generated always as (coalesce(account_id, user_id)) stored,
  integration_id uuid not null,
  -- Makes an event that comes twice one: the provider's id of it, or a hash.
  event_key text not null,
  provider text not null,
  service text not null,
  type text not null,
  title text not null,
  summary text,
  actor text,
  url text,
  payload jsonb not null,
  status text not null default 'unread' check (status in ('unread', 'read', 'archived')),
  occurred_at timestamptz not null,
  received_at timestamptz not null,
  unique (integration_id, event_key),
  foreign key (user_id, account_id) references accounts (user_id, id) on delete cascade
);
create index inbox_events_owner on inbox_events (owner_id, tx, seq);
create index inbox_events_received on inbox_events (received_at);

-- Events are mapped to integrations by the identity and the workspace that granted them.
create index integrations_workspace on integrations (provider, (identity -> 'workspace' ->> 'id'));
