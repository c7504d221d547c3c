-- Origins that a partner's redirect_url may have; none means no restriction.
alter table partners add column redirect_origins text[] not null default '{}';
