-- Links with which somebody without a login decides on one call, for some minutes and in one browser.
-- release: 0.4.0, runs with: 0.3.0
-- tables: approvals, users
-- locks: approvals and users for a moment, while no approval is written
create table approval_links (
  id uuid primary key,
  approval_id uuid not null references approvals on delete cascade,
  user_id uuid not null references users on delete cascade,
  account_id uuid,
  -- For whom it is, in the words of its maker.
  name text,
  -- With whose right it decides: it is void as soon as they may no longer decide themselves.
  maker_kind text not null check (maker_kind in ('key', 'person')),
  maker_id uuid not null,
  maker_name text,
  -- A MAC of its secret.
  token_hash text not null,
  -- A MAC of the cookie of the only browser that it works in; null until somebody continues.
  browser_hash text,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create unique index approval_links_token on approval_links (token_hash);
create index approval_links_approval on approval_links (approval_id);
create index approval_links_user on approval_links (user_id);
create index approval_links_expiry on approval_links (expires_at);
