-- A partner's own OAuth clients. One client of a provider is in use; one that it has replaced is kept while grants or waiting
-- sessions hang on it, since a grant can be renewed and revoked by the client that it was made with alone.
create table oauth_apps (
  user_id uuid not null references partners (user_id) on delete cascade,
  provider text not null,
  client_id text collate "C" not null,
  client_secret text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  replaced_at timestamptz,
  primary key (user_id, provider, client_id)
);
create unique index oauth_apps_current on oauth_apps (user_id, provider) where replaced_at is null;
create trigger oauth_apps_changed after insert or delete or update on oauth_apps
  for each row execute function notify_change();

-- The client that a session was started with; null where it began before there were others than the operator's.
alter table connect_sessions add column client_id text;
create index integrations_client on integrations (user_id, provider, client_id) where account_id is not null;
