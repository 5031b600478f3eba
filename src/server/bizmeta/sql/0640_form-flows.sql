-- A smart form may start an approval with each submission. Visitors' start in the name of who published the form so; its
-- people get a message once a day at most that none can be started.
alter table bizmeta.smart_form
  add column flow_starter text,
  add column flow_barred_at timestamptz(3);
alter table bizmeta.form_submission add column flow_id uuid;
create unique index form_submission_flow on bizmeta.form_submission (tenant_id, flow_id) where flow_id is not null;
