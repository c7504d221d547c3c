-- Invitations into the team of a user. The link's secret is stored only as a MAC.
-- release: 0.4.0, runs with: 0.3.0
-- tables: people, users
create table team_invitations (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  email text not null,
  role text not null check (role in ('owner', 'admin', 'member', 'viewer')),
  mac text not null unique,
  -- Who vouches for it: it gives no role that this person can no longer give.
  invited_by uuid not null references people on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  accepted_by uuid references people on delete set null,
  revoked_at timestamptz
);
create unique index team_invitations_open on team_invitations (user_id, lower(email))
  where accepted_at is null and revoked_at is null;
create index team_invitations_user on team_invitations (user_id, created_at);
create index team_invitations_expiry on team_invitations (expires_at);
create index team_invitations_inviter on team_invitations (invited_by);
create index team_invitations_accepted on team_invitations (accepted_by) where accepted_by is not null;
