-- The language of a person's mails: what they chose for their pages, or what their browser asked for at their first sign-in.
-- release: 0.4.0, runs with: 0.3.0
-- tables: people
alter table people add column language text;
