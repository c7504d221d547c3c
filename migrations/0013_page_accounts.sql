-- Paging through a partner's accounts, newest first, at any offset. How many accounts each UTC day and hour made is kept beside
-- them: the days add up to the total, and day and hour tell where an offset falls, so that at most the accounts of one hour
-- are skipped one by one.
create index accounts_newest on accounts (user_id, created_at, id);

create table account_counts (
  user_id uuid not null references partners (user_id) on delete cascade,
  span text not null check (span in ('day', 'hour')),
  starts_at timestamptz not null,
  accounts integer not null,
  primary key (user_id, span, starts_at)
);
insert into account_counts
  select user_id, span, date_trunc(span, created_at, 'UTC'), count(*)
  from accounts, (values ('day'), ('hour')) as spans (span) group by 1, 2, 3 order by 1, 2, 3;

-- Once for each statement, as its last act: the locks on the day's and the hour's row last no longer than the commit takes.
create function count_accounts() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into account_counts
      select user_id, span, date_trunc(span, created_at, 'UTC'), count(*)
      from changed, (values ('day'), ('hour')) as spans (span) group by 1, 2, 3 order by 1, 2, 3
      on conflict (user_id, span, starts_at) do update set accounts = account_counts.accounts + excluded.accounts;
  else
    update account_counts as held set accounts = held.accounts - gone.accounts
      from (
        select user_id, span, date_trunc(span, created_at, 'UTC') as starts_at, count(*) as accounts
        from changed, (values ('day'), ('hour')) as spans (span) group by 1, 2, 3
      ) as gone
      where (held.user_id, held.span, held.starts_at) = (gone.user_id, gone.span, gone.starts_at);
  end if;
  return null;
end $$;
create trigger accounts_added after insert on accounts
  referencing new table as changed for each statement execute function count_accounts();
create trigger accounts_removed after delete on accounts
  referencing old table as changed for each statement execute function count_accounts();

-- What replicas hold in memory of an account never changes, so only its deletion is news.
drop trigger accounts_changed on accounts;
create trigger accounts_changed after delete on accounts
  for each row execute function notify_change();
