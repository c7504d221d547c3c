-- Since when an event source has failed; null while it works. One that has failed already counts from its last change.
-- release: 0.4.0, runs with: 0.3.0
-- tables: event_sources
-- locks: event_sources, only the rows that have failed
alter table event_sources add column failed_at timestamptz;
update event_sources set failed_at = updated_at where state = 'failed';
