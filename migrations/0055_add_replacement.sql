-- A grant of another person than the integration has, sealed with its session until the person in front has said whether it
-- replaces the one before. The version before takes no notice of the columns: such a session counts as interrupted there.
-- release: 0.4.0, runs with: 0.3.0
alter table connect_sessions add column replacement text;
alter table connect_sessions add column replacement_until timestamptz;
create index connect_sessions_replacement on connect_sessions (provider, client_id) where replacement is not null;
