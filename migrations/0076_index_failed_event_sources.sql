-- Finds the failed sources of a partner's accounts, the latest failure first.
-- release: 0.4.0, runs with: 0.3.0
-- tables: event_sources

create index concurrently if not exists event_sources_failed on event_sources (user_id, failed_at desc, id desc)
  where failed_at is not null and account_id is not null;
