-- How many calls of a window have been leased to replicas; a subject is "user:<id>", a kind is minute or day.
create table limit_windows (
  subject text not null,
  kind text not null,
  starts_at timestamptz not null,
  used bigint not null,
  primary key (subject, kind, starts_at)
);
