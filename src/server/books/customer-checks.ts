import type { Check } from './check.ts';

const GONE = `('customer_forgotten', 'customer_removed')`;

/** Rules about merged customers, and about personal values in the audit trail. */
export const CUSTOMER_CHECKS: readonly Check[] = [
  {
    name: 'a merge moved the points and orders that it says, and undoing it moved them back',
    rule: 6,
    looked: '(select count(*) from customer_merges)',
    broken: `
      with said as (
        select id, merged_at as at, kept_id as customer_id, points from customer_merges
        union all select id, merged_at, merged_id, -points from customer_merges
        union all select id, undone_at, kept_id, -undone_points from customer_merges where undone_at is not null
        union all select id, undone_at, merged_id, undone_points from customer_merges where undone_at is not null),
      due as (select at, customer_id, sum(points) as points from said where points <> 0 group by 1, 2),
      told as (select created_at as at, customer_id, sum(points) as points from points_events
                where type = 'merged' group by 1, 2 having sum(points) <> 0)
      select customer_id, at, d.points, t.points as told_points, null::bigint as order_id
        from due d full join told t using (at, customer_id) where d.points is distinct from t.points
      union all
      select o.customer_id, null, null, null, o.id
        from orders o
       where o.sold_to_id is not null
         and not exists (select from customer_merges m where m.undone_at is null and o.id = any(m.order_ids) and m.kept_id = o.customer_id)`,
  },
  {
    name: 'a customer is merged where an open merge says so, and the audit trail tells of every merge',
    rule: 10,
    looked: '(select count(*) from customer_merges)',
    broken: `
      with told as (select action, (details ->> 'merge_id')::bigint as id, count(*) as times, min(actor_id) as actor_id, min(at) as at
                      from audit_trail where action in ('customer_merged', 'customer_unmerged') group by 1, 2),
      done as (select 'customer_merged' as action, id, merged_by as actor_id, merged_at as at from customer_merges
               union all
               select 'customer_unmerged', id, undone_by, undone_at from customer_merges where undone_at is not null)
      select action, id as merge_id, null::integer as customer_id, d.actor_id, d.at, t.actor_id as audit_actor_id, t.at as audit_at
        from done d full join told t using (action, id)
       where t.times is distinct from 1 or (d.actor_id, d.at) is distinct from (t.actor_id, t.at)
      union all
      select u.status, m.id, u.id, null, null, null, null
        from (select * from users where merged_into is not null) u
        full join (select * from customer_merges where undone_at is null) m on m.merged_id = u.id
       where u.id is null and not exists (select from users f where f.id = m.merged_id and f.status = 'forgotten') or m.id is null`,
  },
  {
    name: 'personal values of the audit trail are those that its row names, or were erased with the person',
    rule: 10,
    looked: `(select count(*) from audit_trail where details ? 'personal_sha256')`,
    broken: `
      select a.id as audit_id, a.action, a.entity_id, p.audit_id is not null as there
        from (select * from audit_trail where details ? 'personal_sha256') a
        left join audit_personal p on p.audit_id = a.id
       where case when p.audit_id is not null then personal_hash(p.salt, p.details) <> a.details ->> 'personal_sha256'
                  else not exists (select from audit_trail g
                                    where g.entity = 'user' and g.action in ${GONE}
                                      and g.entity_id in (a.entity_id, a.details ->> 'merged_id'))
                   and not exists (select from audit_trail g
                                    where g.action in ${GONE} and g.details -> 'merges' @> (a.details -> 'merge_id')) end
      union all
      select p.audit_id, 'told of nothing', p.customer_id::text, true
        from audit_personal p join audit_trail a on a.id = p.audit_id where not a.details ? 'personal_sha256'`,
  },
];
