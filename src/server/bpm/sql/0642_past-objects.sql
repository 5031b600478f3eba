-- What was decided outlives the object it was about: an object that is deleted for good leaves its fields here, for the
-- approvals that have ended. Templates stay with their versions, deleted, for as long as an instance is of them.
create table bpm.past_object (
  tenant_id text not null references upm.tenant,
  id uuid not null,
  label text not null,
  describe jsonb not null,
  at timestamptz(3) not null default now(),
  primary key (tenant_id, id)
);
select kernel.protect('bpm.past_object');
alter table bpm.flow_template drop constraint flow_template_tenant_id_object_id_fkey;
