-- Mails to send over SMTP; each row is its own job. Content is sealed, since it has the link of an invitation.
-- release: 0.4.0, runs with: 0.3.0
create table mails (
  id uuid primary key,
  -- What it is about: of two for the same cause one is stored.
  cause text not null unique,
  recipient text not null,
  -- Null once it was sent.
  content text,
  state text not null default 'due' check (state in ('due', 'sent', 'failed')),
  attempts integer not null default 0,
  error text,
  next_at timestamptz not null,
  lease_until timestamptz,
  created_at timestamptz not null
);
create index mails_due on mails (next_at) where state = 'due';
create index mails_created on mails (created_at);
