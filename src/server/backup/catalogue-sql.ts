/**
 * Questions to PostgreSQL's catalogue about the schemas $1, with the rights of the roles $2. Order
 * is fixed, so that two answers can be compared; letters and texts are those of the catalogue
 * (documentation, chapter "System Catalogs").
 */

const json = (aggregate: string): string => `coalesce(${aggregate}, '[]'::json)`;

/**
 * Rights of an access list but the owner's own. MAINTAIN came with version 17 and is granted to no
 * one here.
 */
const rights = (list: string, owner: string): string => `(select ${json(`json_agg(json_build_object(
    'to', case when a.grantee = 0 then 'public'
      else g.rolname end, 'right', a.privilege_type, 'option', a.is_grantable)
    order by g.rolname nulls first, a.privilege_type)`)}
  from aclexplode(${list}) a left join pg_roles g on g.oid = a.grantee
  where a.grantee <> ${owner} and (a.grantee = 0 or g.rolname = any($2::text[]))
    and a.privilege_type <> 'MAINTAIN')`;

const IN_SCHEMAS = 'n.nspname = any($1::text[])';

export const SCHEMAS = `select n.nspname::text as name,
  ${rights('n.nspacl', 'n.nspowner')} as rights from pg_namespace n where ${IN_SCHEMAS}`;

export const DEFAULT_RIGHTS = `
  select n.nspname::text as schema, d.defaclobjtype::text as kind,
    ${rights('d.defaclacl', 'd.defaclrole')} as rights
  from pg_default_acl d join pg_namespace n on n.oid = d.defaclnamespace where ${IN_SCHEMAS}
    order by n.nspname, d.defaclobjtype::text`;

/** Functions that speak of a table's or a view's row type can be made only after it. */
export const FUNCTIONS = `
  select n.nspname::text as schema, p.oid::regprocedure::text as name,
    pg_get_functiondef(p.oid) as definition,
    exists (select from pg_type t join pg_class c on c.oid = t.typrelid
      where c.relkind in ('r', 'v')
        and t.oid = any(coalesce(p.proallargtypes,
        p.proargtypes::oid[]) || p.prorettype)) as "afterTables",
    ${rights(`coalesce(p.proacl, acldefault('f', p.proowner))`, 'p.proowner')} as rights
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace where ${IN_SCHEMAS}
    order by n.nspname, p.oid::regprocedure::text`;

export const SEQUENCES = `
  select n.nspname::text as schema, c.relname::text as name, format_type(s.seqtypid, null) as type,
    s.seqstart::text as start,
    s.seqincrement::text as step, s.seqmin::text as min, s.seqmax::text as max,
      s.seqcache::text as cache, s.seqcycle as cycle,
    case when d.objid is null then null
      else json_build_object('table', o.relname, 'column', a.attname, 'identity',
      d.deptype = 'i') end as owner,
    ${rights('c.relacl', 'c.relowner')} as rights
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_sequence s on s.seqrelid = c.oid
  left join pg_depend d on d.classid = 'pg_class'::regclass and d.objid = c.oid
    and d.refclassid = 'pg_class'::regclass and d.deptype in ('a', 'i')
  left join pg_class o on o.oid = d.refobjid left join pg_attribute a on a.attrelid = d.refobjid
    and a.attnum = d.refobjsubid
  where ${IN_SCHEMAS} order by n.nspname, c.relname`;

export const TABLES = `
  select n.nspname::text as schema, c.relname::text as name, coalesce(c.reloptions,
    '{}') as options, c.relrowsecurity as secured,
    c.relforcerowsecurity as forced, obj_description(c.oid, 'pg_class') as comment,
      ${rights('c.relacl', 'c.relowner')} as rights
  from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${IN_SCHEMAS}
    and c.relkind = 'r' order by n.nspname, c.relname`;

export const COLUMNS = `
  select n.nspname::text as schema, c.relname::text as table, a.attname::text as name,
    format_type(a.atttypid, a.atttypmod) as type,
    a.attnotnull as "notNull", pg_get_expr(e.adbin, e.adrelid) as expression,
      a.attidentity::text as identity, a.attgenerated::text as generated,
    case when a.attcollation <> t.typcollation
      then a.attcollation::regcollation::text end as collation,
    col_description(c.oid, a.attnum) as comment, ${rights('a.attacl', 'c.relowner')} as rights
  from pg_attribute a join pg_class c on c.oid = a.attrelid
    join pg_namespace n on n.oid = c.relnamespace join pg_type t on t.oid = a.atttypid
  left join pg_attrdef e on e.adrelid = a.attrelid and e.adnum = a.attnum
  where ${IN_SCHEMAS} and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
    order by n.nspname, c.relname, a.attnum`;

/** NOT NULL is listed with the columns; version 18 lists it here as well. */
export const CONSTRAINTS = `
  select n.nspname::text as schema, c.relname::text as table, k.conname::text as name,
    k.contype::text as kind, pg_get_constraintdef(k.oid) as definition
  from pg_constraint k join pg_class c on c.oid = k.conrelid
    join pg_namespace n on n.oid = c.relnamespace
  where ${IN_SCHEMAS} and k.contype in ('p', 'u', 'c', 'f', 'x')
    order by n.nspname, c.relname, k.conname`;

/** Those that no constraint makes. */
export const INDEXES = `
  select n.nspname::text as schema, c.relname::text as table,
    pg_get_indexdef(i.indexrelid) as definition
  from pg_index i join pg_class c on c.oid = i.indrelid
    join pg_namespace n on n.oid = c.relnamespace join pg_class own on own.oid = i.indexrelid
  where ${IN_SCHEMAS} and c.relkind = 'r' and i.indisvalid
    and not exists (select from pg_constraint k where k.conindid = i.indexrelid
      and k.contype in ('p', 'u', 'x'))
  order by n.nspname, c.relname, own.relname`;

export const TRIGGERS = `
  select n.nspname::text as schema, c.relname::text as table, pg_get_triggerdef(t.oid) as definition
  from pg_trigger t join pg_class c on c.oid = t.tgrelid
    join pg_namespace n on n.oid = c.relnamespace
  where ${IN_SCHEMAS} and not t.tgisinternal order by n.nspname, c.relname, t.tgname`;

/** The owner is called so: it has another name elsewhere. */
export const POLICIES = `
  select n.nspname::text as schema, c.relname::text as table, p.polname::text as name,
    p.polpermissive as permissive, p.polcmd::text as command,
    (select json_agg(case when r.oid = 0 then 'public' when r.oid = c.relowner
      and not (g.rolname = any($2::text[])) then 'owner' else g.rolname end
      order by g.rolname) from unnest(p.polroles) r(oid) left
        join pg_roles g on g.oid = r.oid) as roles,
    pg_get_expr(p.polqual, p.polrelid) as using, pg_get_expr(p.polwithcheck, p.polrelid) as check
  from pg_policy p join pg_class c on c.oid = p.polrelid
    join pg_namespace n on n.oid = c.relnamespace
  where ${IN_SCHEMAS} order by n.nspname, c.relname, p.polname`;

/** In the order they were made, so that a view comes after those it reads. */
export const VIEWS = `
  select n.nspname::text as schema, c.relname::text as name, coalesce(c.reloptions,
    '{}') as options, pg_get_viewdef(c.oid) as definition,
    ${rights('c.relacl', 'c.relowner')} as rights
  from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${IN_SCHEMAS}
    and c.relkind = 'v' order by n.nspname, c.oid`;

/** What a backup does not know how to make again. */
export const STRANGERS = `
  with n as (select oid, nspname from pg_namespace where nspname = any($1::text[]))
  select c.oid::regclass::text as what from pg_class c join n on n.oid = c.relnamespace
    where c.relkind not in ('r', 'S', 'i', 'v') or c.relispartition
      or (c.relkind in ('r', 'S') and c.relpersistence <> 'p')
  union all select i.inhrelid::regclass::text from pg_inherits i
    join pg_class c on c.oid = i.inhrelid join n on n.oid = c.relnamespace
  union all select t.oid::regtype::text from pg_type t join n on n.oid = t.typnamespace
    where t.typtype in ('e', 'd', 'r')
  union all select p.oid::regprocedure::text from pg_proc p join n on n.oid = p.pronamespace
    where p.prokind not in ('f', 'p')
  union all select c.oid::regclass::text || ' (rule)' from pg_rewrite r
    join pg_class c on c.oid = r.ev_class join n on n.oid = c.relnamespace where c.relkind <> 'v'
  union all select s.stxname::text from pg_statistic_ext s join n on n.oid = s.stxnamespace
  union all select o.oid::regoperator::text from pg_operator o join n on n.oid = o.oprnamespace
  union all select l.collname::text from pg_collation l join n on n.oid = l.collnamespace
  union all select c.oid::regclass::text || '.' || t.tgname from pg_trigger t
    join pg_class c on c.oid = t.tgrelid join n on n.oid = c.relnamespace
    where not t.tgisinternal and t.tgenabled <> 'O'
  union all select c.oid::regclass::text || '.' || a.attname from pg_attribute a
    join pg_class c on c.oid = a.attrelid join n on n.oid = c.relnamespace
    join pg_type t on t.oid = a.atttypid where c.relkind = 'r' and a.attnum > 0
      and not a.attisdropped and (a.attstorage <> t.typstorage or a.attcompression <> '')
  union all select c.oid::regclass::text || '.' || p.polname from pg_policy p
    join pg_class c on c.oid = p.polrelid join n on n.oid = c.relnamespace
    where exists (select from unnest(p.polroles) r(oid) left join pg_roles g on g.oid = r.oid
      where r.oid not in (0, c.relowner) and g.rolname !~ '^(huozi_(meta|gate)|t_[0-9]+)$')
  order by 1`;
