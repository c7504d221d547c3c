-- Services that a partner has switched off, as <service>.<permission>; a new grant leaves them off.
alter table integrations add column disabled_services text[] not null default '{}';
