-- What a line says in words: what was done (summary), to whom (about, subjects) and what changed.
alter table log.operation
  add column about text not null default '',
  add column change text not null default '',
  add column subjects jsonb not null default '[]',
  -- The place of the line in its company's chain, and the hash of it with the line before.
  add column seq bigint,
  add column hash bytea;

-- Where a company's chain ends, and where it begins: lines up to the anchor were deleted when their time was over.
create table log.chain (
  tenant_id text primary key,
  seq bigint not null default 0,
  hash bytea not null default '',
  anchor_seq bigint not null default 0,
  anchor_hash bytea not null default '',
  swept_at timestamptz
);
select kernel.protect('log.chain');
revoke insert, update, delete on log.chain from huozi_meta;
select kernel.open_to_gate('log.chain', 'select');

-- A value with its length in bytes before it, so that no two lists of values read the same.
create function log.measured(value text) returns text language sql immutable as $f$
  select octet_length(convert_to(value, 'UTF8')) || ':' || value
$f$;

-- The hash of a line: SHA-256 of the hash before it and of its values. server/log/chain.ts computes the same by itself.
create function log.hash_of(before bytea, l log.operation) returns bytea language sql stable as $f$
  select sha256(before || convert_to(
    log.measured(l.seq::text) || log.measured(l.tenant_id) || log.measured(l.user_id) || log.measured(l.real_name) || log.measured(l.call_id)
    || log.measured(l.summary) || log.measured(l.about) || log.measured(l.change) || log.measured(l.subjects::text) || log.measured(l.code::text)
    || log.measured(l.reason) || log.measured(l.detail::text) || log.measured(l.request_id) || log.measured(l.ip) || log.measured(l.ms::text)
    || log.measured(trunc(extract(epoch from l.at) * 1000000)::bigint::text), 'UTF8'))
$f$;

-- Lines written before there was a chain are chained in the order of their time.
do $$
declare
  l log.operation;
  head log.chain;
begin
  for l in select * from log.operation order by tenant_id, at, id loop
    if head.tenant_id is distinct from l.tenant_id then
      if head.tenant_id is not null then insert into log.chain (tenant_id, seq, hash) values (head.tenant_id, head.seq, head.hash); end if;
      head.tenant_id := l.tenant_id;
      head.seq := 0;
      head.hash := '';
    end if;
    head.seq := head.seq + 1;
    l.seq := head.seq;
    head.hash := log.hash_of(head.hash, l);
    update log.operation set seq = head.seq, hash = head.hash where id = l.id;
  end loop;
  if head.tenant_id is not null then insert into log.chain (tenant_id, seq, hash) values (head.tenant_id, head.seq, head.hash); end if;
end $$;

alter table log.operation alter column seq set not null, alter column hash set not null;
create unique index operation_seq on log.operation (tenant_id, seq);

-- The only way to write a line: takes its place at the end of the chain. The chain is locked until the transaction ends, so
-- two lines of a company never have the same line before them. Within a company only its own.
create function log.append(line jsonb) returns bigint
language plpgsql security definer set search_path = pg_catalog, pg_temp as $f$
declare
  inside text := nullif(current_setting('huozi.tenant', true), '');
  l log.operation := jsonb_populate_record(null::log.operation, line);
  head log.chain;
begin
  if inside is not null and inside is distinct from l.tenant_id then raise exception 'a line of another company'; end if;
  insert into log.chain (tenant_id) values (l.tenant_id) on conflict do nothing;
  select * into strict head from log.chain where tenant_id = l.tenant_id for update;
  l.seq := head.seq + 1;
  l.at := clock_timestamp();
  l.hash := log.hash_of(head.hash, l);
  insert into log.operation (tenant_id, user_id, real_name, call_id, summary, about, change, subjects, code, reason, detail, request_id, ip, ms, at, seq, hash)
  values (l.tenant_id, l.user_id, l.real_name, l.call_id, l.summary, l.about, l.change, l.subjects, l.code, l.reason, l.detail, l.request_id, l.ip, l.ms, l.at, l.seq, l.hash);
  update log.chain set seq = l.seq, hash = l.hash where tenant_id = l.tenant_id;
  return l.seq;
end $f$;
revoke execute on function log.append(jsonb) from public;
grant execute on function log.append(jsonb) to huozi_meta, huozi_gate;
revoke insert on log.operation from huozi_meta, huozi_gate;
