-- What a member has submitted, the newest first; files of forms that nobody has submitted yet.
create index form_submission_member on bizmeta.form_submission (tenant_id, user_id, created_at desc) where user_id <> '0';
create index form_file_unused on bizmeta.form_file (tenant_id, created_at) where not used;
