-- Connect sessions that nobody brought to an end are dropped after a day; those that ended stay for a month.
create index connect_sessions_abandoned on connect_sessions (expires_at) where status = 'pending';
