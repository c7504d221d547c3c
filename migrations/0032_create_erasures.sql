-- Erasing users and connected accounts: what is to be erased is out of use at once, and then goes step by step.
-- release: 0.3.0, runs with: 0.2.0

-- Set when the row's erasure begins. Its names are overwritten in the same statement, so that they can be used again.
alter table users add column erased_at timestamptz;
alter table accounts add column erased_at timestamptz;
create trigger accounts_erased after update of erased_at on accounts
  for each row when (old.erased_at is null and new.erased_at is not null) execute function notify_change();

-- As in 0013, but an account is counted out when its erasure begins, and not once more when its row goes.
create or replace function count_accounts() returns trigger language plpgsql as $$
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
        from changed, (values ('day'), ('hour')) as spans (span) where erased_at is null group by 1, 2, 3
      ) as gone
      where (held.user_id, held.span, held.starts_at) = (gone.user_id, gone.span, gone.starts_at);
  end if;
  return null;
end $$;
create function count_out_account() returns trigger language plpgsql as $$
begin
  -- In the order of their key, as insertions lock them.
  update account_counts set accounts = accounts - 1
    where user_id = new.user_id and span = 'day' and starts_at = date_trunc('day', new.created_at, 'UTC');
  update account_counts set accounts = accounts - 1
    where user_id = new.user_id and span = 'hour' and starts_at = date_trunc('hour', new.created_at, 'UTC');
  return null;
end $$;
create trigger accounts_counted_out after update of erased_at on accounts
  for each row when (old.erased_at is null and new.erased_at is not null) execute function count_out_account();

-- The row is its own job. When it is done it holds ids and counts alone, and goes after some days.
create table erasures (
  id uuid primary key,
  -- Of an account, its partner's user. No references: the row outlives both.
  user_id uuid not null,
  account_id uuid,
  state text not null default 'due' check (state in ('due', 'done')),
  -- The step that comes next, and where it stands.
  step text not null,
  position jsonb,
  -- Sources and lanes of the deliveries that go with grants which are gone already.
  delivered jsonb not null default '[]',
  -- Rows by step.
  counts jsonb not null default '{}',
  -- Grants that could not be ended at their provider, and whose tokens are erased all the same.
  abandoned_grants integer not null default 0,
  attempts integer not null default 0,
  error text,
  next_at timestamptz not null,
  lease_until timestamptz,
  requested_at timestamptz not null,
  finished_at timestamptz
);
create unique index erasures_owner on erasures (user_id, coalesce(account_id, user_id));
create index erasures_due on erasures (next_at) where state = 'due';
create index erasures_requested on erasures (requested_at, id);
