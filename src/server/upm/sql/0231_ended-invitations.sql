-- Links of invitations that opened once: their holder is told whether the link was used, replaced or withdrawn. Kept as long
-- as somebody may still find it in a mail.
create table upm.ended_invitation (
  link_hash bytea primary key,
  tenant_id text not null references upm.tenant,
  reason text not null check (reason in ('used', 'replaced', 'withdrawn')),
  ended_at timestamptz not null default now()
);
create index on upm.ended_invitation (ended_at);
select kernel.protect('upm.ended_invitation');
select kernel.open_to_gate('upm.ended_invitation', 'select, insert, delete');

-- A withdrawn one is written before its row goes; what goes otherwise was answered.
create function upm.invitation_ended() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $f$
begin
  insert into upm.ended_invitation (link_hash, tenant_id, reason)
    values (old.link_hash, old.tenant_id, case tg_op when 'UPDATE' then 'replaced' else 'used' end) on conflict do nothing;
  return null;
end $f$;
create trigger invitation_deleted after delete on upm.invitation for each row execute function upm.invitation_ended();
create trigger invitation_replaced after update of link_hash on upm.invitation for each row
  when (new.link_hash is distinct from old.link_hash) execute function upm.invitation_ended();

-- Is this member of the company nobody yet: a place kept for who was invited?
create function upm.is_place(of_user text) returns boolean
language sql security definer stable set search_path = pg_catalog, pg_temp as $f$
  select exists (select from upm.member m join upm.app_user u on u.id = m.user_id and u.state = 'invited'
    where m.tenant_id = current_setting('huozi.tenant') and m.user_id = of_user)
$f$;
revoke execute on function upm.is_place(text) from public;
grant execute on function upm.is_place(text) to huozi_meta;
