-- The usage log by UTC month of occurred_at, so that a month past its retention is dropped and not deleted row by row.
-- release: 0.2.0, runs with: 0.2.0
-- locks: usage_entries, some 2 s for 1,000,000 rows

-- The rows stay where they are: the table becomes the partition of everything before the next month. What costs time is the
-- new primary key and two reads of the log: some 2 s for 1,000,000 rows. The log is locked meanwhile.
alter table usage_entries rename to usage_entries_past;
drop trigger usage_written on usage_entries_past;
drop trigger usage_rewritten on usage_entries_past;
alter index usage_entries_user rename to usage_entries_past_user;
alter index usage_entries_pending rename to usage_entries_past_pending;
-- Without the reference to users: the end of a user would search every partition while its transaction is open.
alter table usage_entries_past drop constraint usage_entries_pkey, drop constraint usage_entries_user_id_fkey;

create table usage_entries (like usage_entries_past including defaults including constraints) partition by range (occurred_at);
-- The time first: new rows come at the index's end, whatever their ids. "on conflict (id, occurred_at)" takes either order.
alter table usage_entries add primary key (occurred_at, id);
create index usage_entries_user on usage_entries (user_id, occurred_at desc, id desc);
create index usage_entries_pending on usage_entries (occurred_at) where state = 'pending';
-- The partitions of months are made by the program, at every start and each hour. This one takes what has no month, such as
-- the calls of a process whose clock is wrong: no call may fail because a partition lacks.
create table usage_entries_default partition of usage_entries default;

do $$
declare
  next_month timestamptz := (date_trunc('month', now() at time zone 'UTC') + interval '1 month') at time zone 'UTC';
begin
  if not exists (select 1 from usage_entries_past) then
    drop table usage_entries_past;
    return;
  end if;
  with misdated as (delete from usage_entries_past where occurred_at >= next_month returning *)
  insert into usage_entries_default select * from misdated;
  alter table usage_entries_past add primary key (occurred_at, id);
  execute format('alter table usage_entries attach partition usage_entries_past for values from (minvalue) to (%L)', next_month);
end $$;

create trigger usage_written after insert on usage_entries
  referencing new table as written for each statement execute function count_usage();
create trigger usage_rewritten after update on usage_entries
  referencing old table as replaced new table as written for each statement execute function count_usage();

-- Finds hours to be added up by day, and days past their time.
create index usage_totals_age on usage_totals (((starts_at at time zone 'UTC')::time = time '00:00'), starts_at);
