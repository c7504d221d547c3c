// What the version before migration 0057 sends about inbound webhooks and sources, word for word but for the lists of columns.

export const OLD_WEBHOOKS = {
  insert: `
    insert into deliveries (provider, source_id, delivery_key, lane, content, next_at, received_at)
    select r.p, r.s, r.k, r.l, r.c, r.t, r.t
    from json_to_recordset($1::text::json) as r (p text, s uuid, k text, l text, c text, t timestamptz)
    on conflict (provider, source_id, delivery_key) do nothing
    returning provider`,
  claim: `
    with recursive heads as (
      (select lane from deliveries where state = 'due' and lane >= $1 order by lane limit 1)
      union all
      select (select d.lane from deliveries d where d.state = 'due' and d.lane > heads.lane order by d.lane limit 1)
      from heads where heads.lane is not null
    ), picked as (
      select due.id from heads cross join lateral (
        select id from deliveries
        where state = 'due' and lane = heads.lane and next_at <= $2::timestamptz
        order by next_at limit $4 for update skip locked
      ) as due
      where heads.lane is not null limit $5
    )
    update deliveries set attempts = attempts + 1, next_at = $3::timestamptz
    from picked where deliveries.id = picked.id
    returning deliveries.id::text, provider, source_id as "sourceId", delivery_key as key, lane as partition, content, attempts,
      to_char(received_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "receivedAt"`,
  renew: `
    update deliveries set next_at = greatest(next_at, $2::timestamptz)
    where id = any (array(select jsonb_array_elements_text($1::text::jsonb)::bigint)) and state = 'due' returning id`,
  postpone: `
    update deliveries set state = case when $2::timestamptz is null then 'failed' else 'due' end,
      next_at = coalesce($2::timestamptz, next_at), error = $3
    where id = $1::bigint and state = 'due' returning id`,
  end: `
    update deliveries set state = 'done', content = null, error = null
    where id = any (array(select jsonb_array_elements_text($1::text::jsonb)::bigint)) returning id`,
  due: "select count(*)::int as count from (select 1 from deliveries where state = 'due' limit $1) as due",
  retry: `
    update deliveries set state = 'due', attempts = 0, error = null, next_at = $1::timestamptz where ctid = any (array(
      select ctid from deliveries where (state = 'failed') and ($2::text is null or (id)::text = $2::text)
      order by next_at limit 1000 for update skip locked
    )) returning 1 as one`,
  reseal: `
    update deliveries t set content = f.fresh
    from jsonb_to_recordset($1::text::jsonb) as f (k0 text, k1 uuid, k2 text, sealed text, fresh text)
    where t.provider = f.k0 and t.source_id = f.k1 and t.delivery_key = f.k2 and t.content = f.sealed returning 1 as one`,
  sweep: `
    with gone as (
      delete from deliveries where ctid = any (array(
        select ctid from deliveries where received_at <= $1::text::timestamptz and (state <> 'due') limit 2000
        for update skip locked
      )) returning 1
    )
    select count(*)::int as gone from gone`,
  erase: `
    with changed as (delete from deliveries d where d.ctid = any (array(
      select o.ctid from jsonb_to_recordset($1::text::jsonb) as n (provider text, source uuid, lane text),
        lateral (
          select ctid from deliveries where provider = n.provider and source_id = n.source
          union all
          select ctid from deliveries where lane = n.lane and state = 'failed'
          union all
          select ctid from deliveries where lane = n.lane and state = 'due'
        ) as o
      where $2::text is null limit 1000)) returning 1)
    select count(*)::int as rows from changed where $1::text is not null or $2::text is not null`,
} as const;

const claimOf = (due: string, lease: string) => `
  with recursive heads as (
    (select user_id, 1 as n from sources where ${due} is not null and user_id > $1::uuid order by user_id limit 1)
    union all
    select (select s.user_id from sources s where s.${due} is not null and s.user_id > h.user_id
      order by s.user_id limit 1), h.n + 1
    from heads h where h.user_id is not null and h.n < $2::int),
  due as (
    select o.* from heads h cross join lateral (
      select s.id, s.user_id, s.provider, s.${due} as due_at from sources s
      join integrations i on i.id = s.integration_id
      where s.user_id = h.user_id and s.${due} <= $3::timestamptz
        and (s.${lease} is null or s.${lease} <= $3::timestamptz) and (i.status = 'active' or s.state = 'ending')
        and not exists (select 1 from users u where u.id = s.user_id and u.erased_at is not null)
      order by s.${due} limit $4::int for update of s skip locked) o
    where h.user_id is not null),
  leased as (
    select s.user_id, count(*) as n from sources s
    where s.user_id in (select user_id from due) and s.${due} is not null and s.${lease} > $3::timestamptz
    group by s.user_id),
  ranked as (
    select d.id, d.due_at,
      row_number() over (partition by d.user_id order by d.due_at, d.id) as of_user,
      row_number() over (partition by d.provider order by d.due_at, d.id) as of_provider,
      d.user_id, d.provider
    from due d),
  picked as (
    select r.id from ranked r left join leased l on l.user_id = r.user_id
    where r.of_user <= $4::int - coalesce(l.n, 0)
      and r.of_provider <= $6::int - coalesce(($7::text::jsonb ->> r.provider)::int, 0)
    order by r.of_user, r.due_at limit $5::int),
  claimed as (
    update sources set ${lease} = $8::timestamptz from picked where sources.id = picked.id
    returning sources.id, sources.user_id, sources.provider, sources.wakes as poll_triggers)
  select c.id, c.user_id, c.provider, c.poll_triggers as "pollTriggers", last.user_id as last_user, last.n as heads
  from (select max(user_id::text) as user_id, count(user_id) as n from heads) last left join claimed c on true`;

export const OLD_SOURCES = {
  // Drizzle writes `default` for each column without a value.
  insert: `
    insert into "sources" ("id", "integration_id", "user_id", "account_id", "provider", "name", "resource", "mode", "state",
      "error_code", "error", "subscription_id", "data", "secret", "expires_at", "prolong_at", "renew_at", "renew_attempts",
      "renew_lease_until", "checked_at", "position", "next_at", "polled_at", "empty_polls", "attempts", "lease_until", "wakes",
      "created_at", "updated_at")
    values ($1, $2, $3, default, $4, $5, $6, $7, default, default, default, default, default, default, default, default, $8,
      default, default, default, default, $9, default, default, default, default, default, default, default)
    on conflict do nothing returning "id", "data", "prolong_at", "renew_at", "renew_attempts", "wakes", "created_at"`,
  poll: claimOf("next_at", "lease_until"),
  renew: claimOf("renew_at", "renew_lease_until"),
  trigger: `
    with woken as (
      select s.id from sources s
      join (select distinct integration_id, name from jsonb_to_recordset($1::text::jsonb)
        as w(integration_id uuid, name text)) w on w.integration_id = s.integration_id and w.name = s.name
      where s.next_at is not null order by s.id for update of s)
    update sources set wakes = wakes + 1, next_at = least(next_at, $2::timestamptz), empty_polls = 0
    from woken where sources.id = woken.id`,
  lock: `select "id" from "sources" where ("sources"."id" = $1 and "sources"."lease_until" = $2::timestamptz) for update`,
  check: `
    update "sources" set "prolong_at" = $4, "renew_attempts" = 0, "renew_lease_until" = null,
      "renew_at" = case when "sources"."state" = 'ending' then now() else $3::timestamptz end
    where ("sources"."id" = $1 and "sources"."renew_lease_until" = $2::timestamptz) returning "id"`,
  retry: `
    update sources set state = 'pending', renew_attempts = 0, renew_lease_until = null, error_code = null, error = null,
      renew_at = $1::timestamptz where ctid = any (array(
      select ctid from sources where (state = 'failed' and renew_at is not null) and ($2::text is null or (id)::text = $2::text)
      order by renew_at limit 1000 for update skip locked
    )) returning 1 as one`,
  reseal: `
    update sources t set secret = f.fresh
    from jsonb_to_recordset($1::text::jsonb) as f (k0 uuid, sealed text, fresh text)
    where t.id = f.k0 and t.secret = f.sealed returning 1 as one`,
  loaded: `
    select "sources"."id", "sources"."secret", "sources"."prolong_at", "integrations"."status" from "sources"
    inner join "integrations" on "integrations"."id" = "sources"."integration_id" where "sources"."id" = $1`,
} as const;
