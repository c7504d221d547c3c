-- Webhook endpoints whose signed response to approval.requested decides on the call, with the right of who said so.
-- release: 0.4.0, runs with: 0.3.0
-- tables: webhook_endpoints
-- locks: webhook_endpoints for a moment
alter table webhook_endpoints
  -- key or person; null where its responses decide nothing.
  add column decider_kind text check (decider_kind in ('key', 'person')),
  add column decider_id uuid,
  add column decider_name text;
