-- Names of the program's own terms, and a column for what an id of version 8 has said so far.

-- Nothing here rewrites usage_entries. Renames and columns with a constant default change the catalogue alone, so the column
-- with the new values is added and the old one dropped. What costs time is to read the log twice (some 2 s for 10,000,000
-- rows) and to update the partners' rows and those of refused calls (some 10 s for 1,000,000). The log is locked meanwhile.
alter table usage_entries rename column repeated to call_count;
alter table usage_entries
  add column surface text not null default 'user' check (surface in ('user', 'partner')),
  add column is_aggregate boolean not null default false;

-- The triggers must be gone for the update: no count changes, and they would hold every changed row in memory.
drop trigger usage_written on usage_entries;
drop trigger usage_rewritten on usage_entries;
update usage_entries
  set surface = case area when 'B' then 'partner' else 'user' end, is_aggregate = substr(id::text, 15, 1) = '8'
  where area = 'B' or substr(id::text, 15, 1) = '8';
drop index usage_entries_partner;
alter table usage_entries drop column area;

-- As in 0019. Rows of refused calls are none of a partner's month.
create or replace function count_usage() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into usage_increments
      select user_id, date_trunc('hour', occurred_at, 'UTC'), account_id, key_id, provider, action, status,
        surface = 'partner' and not is_aggregate, sum(call_count)
      from written group by 1, 2, 3, 4, 5, 6, 7, 8;
  else
    insert into usage_increments
      select user_id, date_trunc('hour', occurred_at, 'UTC'), account_id, key_id, provider, action, status,
        surface = 'partner' and not is_aggregate, sum(calls)
      from (select *, call_count as calls from written union all select *, -call_count from replaced) as moved
      group by 1, 2, 3, 4, 5, 6, 7, 8 having sum(calls) <> 0;
  end if;
  return null;
end $$;
create trigger usage_written after insert on usage_entries
  referencing new table as written for each statement execute function count_usage();
create trigger usage_rewritten after update on usage_entries
  referencing old table as replaced new table as written for each statement execute function count_usage();

-- The trigger's function sends the table's name, so replicas hear of pending_grants. Sealed texts stay bound to their old
-- associated data, waiting_grants/…
alter table waiting_grants rename to pending_grants;
alter index waiting_grants_expiry rename to pending_grants_expiry;
alter index waiting_grants_identity rename to pending_grants_identity;
alter trigger waiting_grants_changed on pending_grants rename to pending_grants_changed;
-- Postgres 18 names not-null constraints too.
do $$
declare
  own record;
begin
  for own in select conname from pg_constraint where conrelid = 'pending_grants'::regclass and conname like 'waiting\_grants\_%' loop
    execute format('alter table pending_grants rename constraint %I to %I', own.conname,
      replace(own.conname, 'waiting_grants', 'pending_grants'));
  end loop;
end $$;

-- A key is "user:<id>" or "partner:<user id>".
alter table limit_windows rename column subject to key;
