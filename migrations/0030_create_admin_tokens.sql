-- Tokens of the admin API, each with a name that the audit log shows; a name is never used again. `hash` is a MAC as in
-- api_keys.
-- release: 0.2.0, runs with: 0.2.0
create table admin_tokens (
  id uuid primary key,
  name text not null unique,
  role text not null check (role in ('viewer', 'operator', 'owner')),
  hash text not null unique,
  last_four text not null,
  created_by text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz
);
