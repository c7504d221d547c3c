-- A row of the usage log as the gateway sends it: Postgres reads an array of these at half the cost of JSON.
-- release: 0.3.0, runs with: 0.2.0

-- Not the table's own type: a column that a newer version adds would make the rows of an older one malformed.
create type usage_row as (
  id uuid,
  -- Unix milliseconds.
  occurred_at double precision,
  user_id uuid,
  key_id uuid,
  account_id uuid,
  external_id text,
  request_id text,
  method text,
  endpoint text,
  provider text,
  action text,
  state text,
  status integer,
  units integer,
  duration_ms integer,
  call_count integer,
  surface text,
  is_aggregate boolean
);
