-- Where a form was filled in from, as a browser calls itself; and the submission a record came with.
alter table bizmeta.form_submission add column device text not null default '';
create index form_submission_record on bizmeta.form_submission (tenant_id, record_id);
