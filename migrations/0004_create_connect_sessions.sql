-- One OAuth attempt. Of the state only a hash is kept; a session is claimed by one callback, atomically.
create table connect_sessions (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  account_id uuid,
  provider text not null,
  state_hash text not null unique,
  verifier text,
  redirect_url text not null,
  scopes text[] not null,
  status text not null default 'pending' check (status in ('pending', 'completed', 'failed')),
  error text,
  error_description text,
  identity jsonb,
  integration_id uuid,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '30 minutes',
  claimed_at timestamptz
);
create index connect_sessions_user on connect_sessions (user_id, created_at);
create index connect_sessions_expiry on connect_sessions (expires_at);
