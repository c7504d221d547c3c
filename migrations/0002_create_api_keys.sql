-- API keys: only an HMAC of the key is kept, led by the id of the ring key that made it.
create table api_keys (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  hash text not null unique,
  prefix text not null,
  last_four text not null,
  name text,
  permissions text[],
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz
);
create index api_keys_user on api_keys (user_id, created_at);
