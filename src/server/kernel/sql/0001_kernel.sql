-- Tenant numbers name schemas and roles (t_1, t_2 ...).
create sequence kernel.tenant_no as integer;

-- Every shared metadata table calls this once: rows are seen and written only by the tenant the transaction is in.
-- FORCE makes it hold for the table's owner too (unless a superuser); the key column is tenant_id unless said otherwise.
create function kernel.protect(tab regclass, tenant_column text default 'tenant_id') returns void language plpgsql as $f$
declare
  own text := format('%I = current_setting(''huozi.tenant'', true)', tenant_column);
begin
  execute format('alter table %s enable row level security', tab);
  execute format('alter table %s force row level security', tab);
  execute format('create policy tenant on %s using (%s) with check (%s)', tab, own, own);
  execute format('grant select, insert, update, delete on %s to huozi_meta', tab);
end $f$;

-- Opens a table to the door (sessions, sign-in), which works before the tenant is known, and to the owner (new tenants).
create function kernel.open_to_gate(tab regclass, rights text) returns void language plpgsql as $f$
begin
  execute format('alter table %s enable row level security', tab);
  execute format('alter table %s force row level security', tab);
  execute format('create policy owner on %s to current_user using (true) with check (true)', tab);
  execute format('create policy gate on %s to huozi_gate using (true) with check (true)', tab);
  execute format('grant %s on %s to huozi_gate', rights, tab);
end $f$;

-- First answers of writes that carried a request id, kept for a day.
create table kernel.request (
  tenant_id text not null,
  user_id text not null,
  call_id text not null,
  request_id text not null,
  input_hash bytea not null,
  answer json,
  created_at timestamptz not null default now(),
  primary key (tenant_id, user_id, call_id, request_id)
);
create index on kernel.request (created_at);
select kernel.protect('kernel.request');
select kernel.open_to_gate('kernel.request', 'select, delete');

-- Which services have filled the demo tenant; a crash half way leaves its service out, which then seeds again.
create table kernel.demo_seed (service text primary key, done_at timestamptz not null default now());
