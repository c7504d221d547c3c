-- Says what the times of a source are: `next_check_at` is when its job looks, `renew_at` when its subscription is renewed.
-- The columns were `renew_at` and `prolong_at`. Since one name now means another time, the table gets a name of its own too,
-- `event_sources`, and `sources` is a view with the former names and meanings for the version before, as in 0057. The version
-- after this one drops the view.
-- release: 0.4.0, runs with: 0.3.0
-- tables: sources
-- compatible: the view takes every statement of the version before
alter table sources rename column renew_at to next_check_at;
alter table sources rename column prolong_at to renew_at;
alter table sources rename column renew_attempts to check_attempts;
alter table sources rename column renew_lease_until to check_lease_until;
alter table sources rename column wakes to poll_triggers;
alter table sources rename constraint sources_pkey to event_sources_pkey;
alter table sources rename constraint sources_mode_check to event_sources_mode_check;
alter table sources rename constraint sources_state_check to event_sources_state_check;
alter table sources rename constraint sources_integration_id_fkey to event_sources_integration_id_fkey;
alter table sources rename constraint sources_user_id_account_id_fkey to event_sources_user_id_account_id_fkey;
alter table sources
  rename constraint sources_integration_id_name_resource_key to event_sources_integration_id_name_resource_key;
alter table sources rename to event_sources;
alter index sources_poll rename to event_sources_poll;
alter index sources_renew rename to event_sources_check;
alter index sources_renew_of_user rename to event_sources_check_of_user;
alter index sources_subscription rename to event_sources_subscription;
alter index sources_owner rename to event_sources_owner;

create view sources as
  select ctid, id, integration_id, user_id, account_id, provider, name, resource, mode, state, error_code, error,
    subscription_id, data, secret, expires_at, next_check_at as renew_at, checked_at, position, next_at, empty_polls, attempts,
    lease_until, created_at, updated_at, poll_triggers as wakes, polled_at, renew_at as prolong_at,
    check_attempts as renew_attempts, check_lease_until as renew_lease_until
  from event_sources;
