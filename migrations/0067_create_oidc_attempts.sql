-- Sign-in with an OpenID Connect issuer: attempts that a browser has begun, logout tokens that were used, and by which identity a
-- session began, so that the issuer can end it. The version before leaves the columns empty.
-- release: 0.4.0, runs with: 0.3.0
-- tables: people, people_sessions
create table oidc_attempts (
  -- MAC of the state and of the browser that began.
  mac text primary key,
  purpose text not null check (purpose in ('sign_in', 'sign_in_again', 'link', 'setup')),
  -- Whose session began it; null for a sign-in.
  person_id uuid references people on delete cascade,
  -- MAC of the setup link that it uses up.
  setup_mac text,
  -- The page of ours that it leads to.
  next text,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index oidc_attempts_expiry on oidc_attempts (expires_at);

create table oidc_logout_tokens (
  -- Of the issuer and the token's id, so that none is used twice.
  hash text primary key,
  expires_at timestamptz not null
);
create index oidc_logout_tokens_expiry on oidc_logout_tokens (expires_at);

alter table people_sessions add column issuer text;
alter table people_sessions add column issuer_user_id text;
alter table people_sessions add column issuer_session_id text;
