-- A partner's connected accounts, named by the partner's own external_id, which is compared byte by byte. Rows of an account
-- carry its user as well, and the pair is what they refer to: a row can never join one partner with another's account.
create table accounts (
  id uuid primary key,
  user_id uuid not null references partners (user_id) on delete cascade,
  external_id text collate "C" not null,
  display_name text,
  metadata json not null default '{}',
  created_at timestamptz not null default now(),
  unique (user_id, external_id),
  unique (user_id, id)
);
create trigger accounts_changed after delete or update on accounts
  for each row execute function notify_change();

alter table integrations add foreign key (user_id, account_id) references accounts (user_id, id) on delete cascade;
alter table connect_sessions add foreign key (user_id, account_id) references accounts (user_id, id) on delete cascade;
create index connect_sessions_account on connect_sessions (account_id) where account_id is not null;
