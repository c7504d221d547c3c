-- Revocation runs: an operator ends many grants, keys and sessions at once. A run is its own job; what it ended has a row each.
-- release: 0.4.0, runs with: 0.3.0
create table revocation_runs (
  id uuid primary key,
  -- What falls under it: {"provider", "partner_id", "user_id", "before", "everything"}.
  selection jsonb not null,
  what text[] not null,
  -- Only what was made before this time. Without a time of the operator's, it is the start of the run.
  cutoff timestamptz not null,
  requested_by jsonb not null,
  requested_at timestamptz not null,
  state text not null default 'due' check (state in ('due', 'done')),
  -- The step that comes next, and the id up to which it is done.
  step text not null,
  position uuid,
  attempts integer not null default 0,
  error text,
  next_at timestamptz not null,
  lease_until timestamptz,
  ended_here_at timestamptz,
  finished_at timestamptz
);
create index revocation_runs_due on revocation_runs (next_at) where state = 'due';
create index revocation_runs_requested on revocation_runs (requested_at, id);
create index revocation_runs_finished on revocation_runs (finished_at) where state = 'done';

-- No references to what ended: a row outlives it, and has ids only.
create table revocation_items (
  run_id uuid not null references revocation_runs on delete cascade,
  kind text not null,
  id uuid not null,
  user_id uuid not null,
  account_id uuid,
  provider text,
  ended_at timestamptz not null,
  -- The row of `revocations` that ends it at the provider.
  revocation_id uuid,
  provider_end text not null default 'none'
    check (provider_end in ('none', 'trying', 'ended', 'no_endpoint', 'shared', 'failed')),
  -- Why it failed, or why there is nothing to end.
  detail text,
  provider_end_at timestamptz,
  primary key (run_id, kind, id)
);
create index revocation_items_revocation on revocation_items (revocation_id) where revocation_id is not null;
create index revocation_items_trying on revocation_items (run_id) where provider_end = 'trying';
create index revocation_items_ended on revocation_items (ended_at);
