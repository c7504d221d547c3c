-- What people are notified of by mail: what happened, which mails were made of it, and which kinds a person has switched off.
-- release: 0.4.0, runs with: 0.3.0
-- tables: people, users, mails
-- locks: mails, some 2 s for 1,000,000 rows
create table notification_events (
  kind text not null check (kind in ('connection', 'accounts', 'quota')),
  user_id uuid not null references users on delete cascade,
  -- An integration's id, or the window of a limit.
  topic text not null,
  -- Which time it was for this topic: the epoch of a grant, or the start of a window.
  occurrence text not null,
  at timestamptz not null,
  -- Null while no mail was made of it.
  done_at timestamptz,
  primary key (kind, user_id, topic, occurrence)
);
create index notification_events_open on notification_events (kind, user_id, at) where done_at is null;
create index notification_events_at on notification_events (at);
-- One mail for each person, kind, topic and occurrence, however many replicas look.
create table notifications (
  person_id uuid not null references people on delete cascade,
  kind text not null,
  topic text not null,
  occurrence text not null,
  at timestamptz not null,
  primary key (person_id, kind, topic, occurrence)
);
create index notifications_at on notifications (at);
create table mail_choices (
  person_id uuid not null references people on delete cascade,
  -- Switched off.
  kind text not null,
  primary key (person_id, kind)
);
-- People who have signed in before do not sign in for the first time.
insert into notifications (person_id, kind, topic, occurrence, at)
  select id, 'sign_in', 'first', '', now() from people
  where exists (select from people_sessions s where s.person_id = people.id)
    or exists (select from known_browsers b where b.person_id = people.id);
-- A notification goes with its person.
alter table mails add column person_id uuid references people on delete cascade;
create index mails_recipient on mails (recipient, created_at);
