-- The operator's tiers: a row changes a tier of the contract or adds one. 9007199254740991 calls are unlimited. The price of a
-- call past the month is in millionths of a US dollar; at -1 such calls are refused.
-- release: 0.3.0, runs with: 0.2.0
-- locks: users and partners, some 0.2 s for 1,000,000 users
create table tiers (
  surface text not null check (surface in ('user', 'partner')),
  name text not null,
  minute_limit bigint not null check (minute_limit > 0),
  day_limit bigint check (day_limit > 0),
  month_limit bigint check (month_limit > 0),
  overage_micro_usd bigint check (overage_micro_usd >= -1),
  changed_at timestamptz not null default now(),
  primary key (surface, name),
  check (case surface when 'user' then day_limit is not null else month_limit is not null and overage_micro_usd is not null end)
);

-- Every caller in memory may have the tier: the notice names no user.
create function notify_tier_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('gateway_changes', 'tiers:');
  return null;
end $$;
create trigger tiers_changed after insert or update or delete on tiers
  for each statement execute function notify_tier_change();

-- Any name from now on; a version that does not know a tier counts it as free.
alter table users drop constraint users_tier_check;
alter table partners drop constraint partners_tier_check;
create index users_added_tier on users (tier) where tier not in ('free', 'pro', 'team');
create index partners_added_tier on partners (tier) where tier not in ('free', 'pro', 'enterprise');

-- What overrides the tier for one user or partner; null does not.
alter table users add column minute_limit bigint, add column day_limit bigint;
alter table partners add column minute_limit bigint, add column month_limit bigint, add column overage_micro_usd bigint;
