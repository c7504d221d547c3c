-- When the access that a session brought ends, where the provider gave nothing to renew it with. The version before takes no notice of
-- the column.
-- release: 0.4.0, runs with: 0.3.0
-- tables: connect_sessions
alter table connect_sessions add column access_expires_at timestamptz;
