-- One sealed known text for each ring key ever used, so that a wrong key ring is refused at start.
create table key_ring_checks (
  key_id text primary key,
  sealed text not null,
  created_at timestamptz not null default now()
);
