-- Finds what belongs to a user or an account, so that the end of one never reads whole tables.
-- release: 0.3.0, runs with: 0.2.0

-- What failed for good keeps its content for the operator, and is found by whom it was for.
create index concurrently if not exists deliveries_failed on deliveries (lane) where state = 'failed';

-- What refers to a user or an account is found by it: without these the end of a row would read whole tables.
create index concurrently if not exists integrations_user on integrations (user_id, id);
create index concurrently if not exists sources_owner on sources (user_id, account_id);
create index concurrently if not exists inbox_events_account on inbox_events (account_id) where account_id is not null;
