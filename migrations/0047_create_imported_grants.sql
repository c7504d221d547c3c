-- What an import has stored, so that running it again changes nothing, and what its check has refreshed, until that is stored.
-- release: 0.3.0, runs with: 0.2.0
create table imported_grants (
  id uuid primary key,
  -- Of the credential as the import had it.
  mac text not null unique,
  user_id uuid not null references users on delete cascade,
  account_id uuid,
  provider text not null,
  -- Null while the tokens of a check are to be stored.
  integration_id uuid references integrations on delete cascade,
  -- Sealed: the token set that a refresh brought.
  tokens text,
  -- While one request spends the refresh token, no other may.
  claimed_until timestamptz,
  created_at timestamptz not null,
  foreign key (user_id, account_id) references accounts (user_id, id) on delete cascade
);
create index imported_grants_owner on imported_grants (user_id, account_id);
create index imported_grants_integration on imported_grants (integration_id) where integration_id is not null;
create index imported_grants_pending on imported_grants (created_at) where integration_id is null;
