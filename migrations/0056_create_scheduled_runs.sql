-- When each scheduled job last ended well, however long the job engine keeps its runs.
-- release: 0.4.0, runs with: 0.3.0
create table scheduled_runs (
  -- The job's name, so that there are as many rows as jobs.
  queue text primary key,
  last_success_at timestamptz not null
);
