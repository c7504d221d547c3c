-- Calls by UTC hour, kept in the transaction that writes the log, so that a summary reads few rows of it. A statement on the
-- log adds rows to usage_increments; every minute they are added up in usage_totals and deleted. No statement ever waits for
-- another one's row, and a row that is counted often does not leave a long chain of dead versions behind.
create table usage_increments (
  user_id uuid not null,
  hour timestamptz not null,
  account_id uuid,
  key_id uuid,
  provider text,
  action text,
  status integer,
  is_partner_call boolean not null,
  calls bigint not null
);
create index usage_increments_user on usage_increments (user_id);

-- What is null in the log is the zero UUID, '' or 0 here, since null cannot be part of a key. A row without an account counts
-- all calls of the user in an hour, those for accounts too; a row with one counts those for the account in a day once more.
create table usage_totals (
  user_id uuid not null,
  account_id uuid not null,
  starts_at timestamptz not null,
  key_id uuid not null,
  provider text not null,
  action text not null,
  status integer not null,
  is_partner_call boolean not null,
  calls bigint not null,
  primary key (user_id, account_id, starts_at, key_id, provider, action, status, is_partner_call)
);

-- What is older than six hours and has ended does not change any more, so it is added up while other replicas go on writing.
-- Rows of refused calls have an id of version 8; they are none of a partner's month.
insert into usage_increments
  select user_id, date_trunc('hour', occurred_at, 'UTC'), account_id, key_id, provider, action, status,
    area = 'B' and substr(id::text, 15, 1) <> '8', sum(repeated)
  from usage_entries where occurred_at < now() - interval '6 hours' and state <> 'pending' group by 1, 2, 3, 4, 5, 6, 7, 8;

create function count_usage() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into usage_increments
      select user_id, date_trunc('hour', occurred_at, 'UTC'), account_id, key_id, provider, action, status,
        area = 'B' and substr(id::text, 15, 1) <> '8', sum(repeated)
      from written group by 1, 2, 3, 4, 5, 6, 7, 8;
  else
    insert into usage_increments
      select user_id, date_trunc('hour', occurred_at, 'UTC'), account_id, key_id, provider, action, status,
        area = 'B' and substr(id::text, 15, 1) <> '8', sum(calls)
      from (select *, repeated as calls from written union all select *, -repeated from replaced) as moved
      group by 1, 2, 3, 4, 5, 6, 7, 8 having sum(calls) <> 0;
  end if;
  return null;
end $$;
-- From here on nobody else writes to the log until the migration ends, so the rest is looked up by the indexes.
create trigger usage_written after insert on usage_entries
  referencing new table as written for each statement execute function count_usage();
create trigger usage_rewritten after update on usage_entries
  referencing old table as replaced new table as written for each statement execute function count_usage();

insert into usage_increments
  select user_id, date_trunc('hour', occurred_at, 'UTC'), account_id, key_id, provider, action, status,
    area = 'B' and substr(id::text, 15, 1) <> '8', sum(repeated)
  from (
    select recent.* from users, lateral (
      select * from usage_entries
      where usage_entries.user_id = users.id and occurred_at >= now() - interval '6 hours'
    ) as recent
    union all
    select * from usage_entries where occurred_at < now() - interval '6 hours' and state = 'pending'
  ) as rest
  group by 1, 2, 3, 4, 5, 6, 7, 8;
