-- Finds the windows of limits that are past their time.
-- release: 0.3.0, runs with: 0.2.0

create index concurrently if not exists limit_windows_age on limit_windows (kind, starts_at);
