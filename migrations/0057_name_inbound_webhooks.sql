-- Names what a provider sends an inbound webhook: the table `deliveries` becomes `inbound_webhooks`. Renamed where it is, no
-- row is copied, lost or processed twice. The version before goes on through a view with the former names, which Postgres
-- updates, locks and deletes through to the rows below it, and which costs a statement nothing; a copy of the columns would
-- need triggers and could differ. The view has `ctid`, by which that version deletes. The version after this one drops it.
-- Sealed texts keep their context, which begins with the former name.
-- release: 0.4.0, runs with: 0.3.0
-- tables: deliveries
-- compatible: the view takes every statement of the version before
alter table deliveries rename column delivery_key to webhook_key;
alter table deliveries rename column lane to partition_key;
alter table deliveries rename constraint deliveries_pkey to inbound_webhooks_pkey;
alter table deliveries rename constraint deliveries_state_check to inbound_webhooks_state_check;
alter table deliveries
  rename constraint deliveries_provider_source_id_delivery_key_key to inbound_webhooks_provider_source_id_webhook_key_key;
alter table deliveries rename to inbound_webhooks;
alter index deliveries_due rename to inbound_webhooks_due;
alter index deliveries_received rename to inbound_webhooks_received;
alter index deliveries_failed rename to inbound_webhooks_failed;
alter sequence deliveries_id_seq rename to inbound_webhooks_id_seq;

create view deliveries as
  select ctid, id, provider, source_id, webhook_key as delivery_key, partition_key as lane, content, state, attempts, next_at,
    error, received_at
  from inbound_webhooks;
