-- Panel sessions: each lets a partner's page show the panel of one account in a frame. The token is stored only as a MAC.
-- release: 0.4.0, runs with: 0.3.0
-- tables: accounts
create table panel_sessions (
  id uuid primary key,
  user_id uuid not null,
  account_id uuid not null,
  token_hash text not null unique,
  -- The MAC of the secret of the element that opened it first: the token is of no use to any other.
  opener_hash text,
  -- Null for all that are set up.
  providers text[],
  origins text[] not null,
  redirect_url text not null,
  confirm boolean not null default false,
  requests integer not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  foreign key (user_id, account_id) references accounts (user_id, id) on delete cascade
);
create index panel_sessions_account on panel_sessions (user_id, account_id, created_at);
create index panel_sessions_expiry on panel_sessions (expires_at);
