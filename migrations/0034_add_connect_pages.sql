-- The start page of a connect session, and how a partner appears on it.
-- release: 0.3.0, runs with: 0.2.0

-- A session with a page: the MAC of its link's token, and of the secret in the browser that began it.
alter table connect_sessions add column link_hash text;
alter table connect_sessions add column browser_hash text;
-- Those that the person chooses among; the session's own provider is empty until then.
alter table connect_sessions add column providers text[];
-- What the provider granted, for the page that tells so.
alter table connect_sessions add column granted_scopes text[];
-- Sealed: the one-time text of the redirect, which the page leads to.
alter table connect_sessions add column confirm_token text;

create table partner_brands (
  user_id uuid primary key references partners (user_id) on delete cascade,
  name text,
  color text,
  logo text,
  updated_at timestamptz not null default now()
);
