-- A user's partner profile: whether the user may serve accounts of others (area B), and within which limits.
create table partners (
  user_id uuid primary key references users (id) on delete cascade,
  name text,
  tier text not null default 'free' check (tier in ('free', 'pro', 'enterprise')),
  status text not null default 'active' check (status in ('active', 'suspended')),
  created_at timestamptz not null default now()
);
create trigger partners_changed after insert or delete or update on partners
  for each row execute function notify_change();

-- A key for partner use only never reaches its owner's own integrations.
alter table api_keys add column partner_only boolean not null default false;
