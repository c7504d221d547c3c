-- A source is two jobs: its poll (next_at, lease_until) and its subscription (renew_at, renew_lease_until).

alter table sources drop constraint sources_state_check;
-- `ending`: to be ended at the provider, then deleted.
alter table sources add constraint sources_state_check check (state in ('pending', 'active', 'failed', 'ending'));
alter table sources
  -- Counts the wakes, so that one that comes while a poll runs is not lost.
  add column wakes integer not null default 0,
  add column polled_at timestamptz,
  -- When the subscription is prolonged; renew_at is the earlier of this and the next check.
  add column prolong_at timestamptz,
  add column renew_attempts integer not null default 0,
  add column renew_lease_until timestamptz;
create index sources_renew_of_user on sources (user_id, renew_at) where renew_at is not null;
