-- Errors of event sources from before 0.4.0 may repeat the secret of a subscription that a provider refused. Each gives way to a
-- sentence that stays until the next check; what the version before writes while it runs beside this one stays as it is.
-- release: 0.4.0, runs with: 0.3.0
-- tables: event_sources
-- locks: event_sources, only the rows that have an error
update event_sources set error = 'The provider refused. The next check says why.' where error is not null;
