-- The backups that the gateway makes by itself, and those that a command makes of Postgres.
-- release: 0.4.0, runs with: 0.3.0
create table backup_runs (
  id uuid primary key,
  started_at timestamptz not null,
  finished_at timestamptz,
  outcome text not null check (outcome in ('running', 'made', 'failed', 'interrupted')),
  -- The folder or bucket, or null for a command's file, which is its maker's to delete.
  place text,
  name text not null,
  bytes bigint,
  -- Null where it was not verified; the reason says why.
  verified boolean,
  reason text,
  -- When the job deleted the file after its time.
  removed_at timestamptz
);
create index backup_runs_started on backup_runs (started_at desc);
