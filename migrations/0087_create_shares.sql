-- Connections that their owner lends to another user or account, within a list of permissions and until an end.
-- release: 0.4.0, runs with: 0.3.0
-- tables: connections, users, accounts
-- locks: connections, users and accounts for a moment, while nothing is read from them
-- compatible: the version before serves no borrower, and its changes of a connection end and announce shares through the triggers
create table shares (
  id uuid primary key,
  -- The lender is its owner.
  connection_id uuid not null references connections (id) on delete cascade,
  provider text not null,
  -- Null while nobody has accepted an invitation.
  borrower_user_id uuid references users (id) on delete cascade,
  borrower_account_id uuid,
  -- Who is invited, in small letters; null for an account of the lender's own user.
  invited_email text,
  -- The borrower names the connection shared:<name>.
  name text not null,
  -- Patterns as a key has them.
  permissions text[] not null,
  -- The services whose events go to the borrower too; null where none do.
  event_services text[],
  created_at timestamptz not null,
  -- Until when an invitation may be accepted.
  invited_until timestamptz,
  accepted_at timestamptz,
  ends_at timestamptz,
  ended_at timestamptz,
  -- lender, borrower, identity (the connection became another identity's) or time.
  ended_by text,
  foreign key (borrower_user_id, borrower_account_id) references accounts (user_id, id) on delete cascade
);
create index shares_connection on shares (connection_id);
create index shares_user on shares (borrower_user_id) where borrower_account_id is null;
create index shares_account on shares (borrower_account_id) where borrower_account_id is not null;
create index shares_invited on shares (invited_email) where invited_email is not null;
create unique index shares_user_name on shares (borrower_user_id, provider, name)
  where borrower_account_id is null and ended_at is null;
create unique index shares_account_name on shares (borrower_account_id, provider, name)
  where borrower_account_id is not null and ended_at is null;
create unique index shares_user_once on shares (borrower_user_id, connection_id)
  where borrower_account_id is null and ended_at is null;
create unique index shares_account_once on shares (borrower_account_id, connection_id)
  where borrower_account_id is not null and ended_at is null;
create unique index shares_email_once on shares (invited_email, connection_id)
  where borrower_user_id is null and ended_at is null;

create function notify_share_change() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.borrower_user_id is not null then
    perform pg_notify('gateway_changes', 'shares:' || old.borrower_user_id);
  end if;
  if tg_op <> 'DELETE' and new.borrower_user_id is not null then
    perform pg_notify('gateway_changes', 'shares:' || new.borrower_user_id);
  end if;
  return null;
end $$;
create trigger shares_changed after insert or delete or update on shares
  for each row execute function notify_share_change();

-- As in 0086; borrowers use the row too.
create or replace function notify_connection_change() returns trigger language plpgsql as $$
declare
  changed record;
begin
  if tg_op = 'DELETE' then changed := old; else changed := new; end if;
  perform pg_notify('gateway_changes', 'integrations:' || changed.user_id);
  perform pg_notify('gateway_changes', 'shares:' || borrower_user_id)
    from shares where connection_id = changed.id and ended_at is null and borrower_user_id is not null;
  return null;
end $$;

-- What was lent is one identity's account: a grant of another one ends what was lent of it, whichever version stores it.
create function end_shares_of_identity() returns trigger language plpgsql as $$
begin
  update shares set ended_at = now(), ended_by = 'identity' where connection_id = new.id and ended_at is null;
  return null;
end $$;
create trigger connections_identity_changed after update of identity_id on connections
  for each row when (old.identity_id is distinct from new.identity_id) execute function end_shares_of_identity();
