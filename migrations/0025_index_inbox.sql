-- Lists of the inbox: what each filter walks along, how many events an owner has, and the order after a restore.

-- The time of a transaction rises with `tx`, up to the length of a transaction; `received_at` does not, since a delivery may be
-- worked hours later. Of a list since some time, only the rows from about then on are read.
alter table inbox_events add column stored_at timestamptz not null default now();

-- One index for every filter: the kinds of events that an owner has are looked up in it, and each is walked newest first.
create index inbox_events_kind on inbox_events (owner_id, status, provider, type, tx, seq);
-- Its newest entry tells whether rows come from another cluster, whose transactions were further on. New rows go to its end,
-- which costs next to nothing.
create index inbox_events_tx on inbox_events (tx);

-- How many events an owner has in each status. A statement on the events adds rows to inbox_increments, in its own
-- transaction; they are added up in inbox_counts and deleted. No statement waits for another one's row.
create table inbox_increments (
  user_id uuid not null,
  account_id uuid,
  owner_id uuid not null,
  status text not null,
  events bigint not null
);
create index inbox_increments_owner on inbox_increments (owner_id);

create table inbox_counts (
  owner_id uuid not null,
  status text not null,
  user_id uuid not null references users (id) on delete cascade,
  account_id uuid,
  events bigint not null,
  primary key (owner_id, status),
  foreign key (user_id, account_id) references accounts (user_id, id) on delete cascade
);
create index inbox_counts_user on inbox_counts (user_id, account_id);

create function count_inbox() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into inbox_increments
      select user_id, account_id, owner_id, status, count(*) from written group by 1, 2, 3, 4;
  elsif tg_op = 'UPDATE' then
    insert into inbox_increments
      select user_id, account_id, owner_id, status, sum(events)
      from (
        select user_id, account_id, owner_id, status, 1 as events from written
        union all select user_id, account_id, owner_id, status, -1 from replaced
      ) as moved
      group by 1, 2, 3, 4 having sum(events) <> 0;
  else
    -- An owner that is deleted takes its counts along.
    insert into inbox_increments
      select user_id, account_id, owner_id, status, -count(*) from replaced
      where exists (select 1 from users where users.id = replaced.user_id)
        and (account_id is null or exists (select 1 from accounts where accounts.id = replaced.account_id))
      group by 1, 2, 3, 4;
  end if;
  return null;
end $$;
create trigger inbox_written after insert on inbox_events
  referencing new table as written for each statement execute function count_inbox();
create trigger inbox_rewritten after update on inbox_events
  referencing old table as replaced new table as written for each statement execute function count_inbox();
create trigger inbox_deleted after delete on inbox_events
  referencing old table as replaced for each statement execute function count_inbox();

-- Nobody else writes events until the migration ends.
insert into inbox_counts (owner_id, status, user_id, account_id, events)
  select owner_id, status, user_id, account_id, count(*) from inbox_events group by 1, 2, 3, 4;
