-- Finds the totals of all of a user's accounts in a span of time.
-- release: 0.4.0, runs with: 0.3.0
-- tables: usage_totals

create index concurrently if not exists usage_totals_accounts on usage_totals (user_id, starts_at)
  where account_id <> '00000000-0000-0000-0000-000000000000';
