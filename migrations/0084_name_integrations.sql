-- Several connections of one provider: each has a name, and an owner may choose the one that calls without a name use.
-- release: 0.4.0, runs with: 0.3.0
-- tables: integrations, pending_grants, connect_sessions
alter table integrations
  add column name text not null default 'default',
  add column is_default boolean not null default false;
alter table pending_grants add column name text not null default 'default';
-- Null where the session is about the one that a call without a name uses.
alter table connect_sessions add column connection text;
