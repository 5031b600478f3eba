-- How often in a row the job was taken without a piece being finished: a job that kills its process is given up.
alter table kernel.job add column starts integer not null default 0;
-- Until when its taker counts as working at it; null while nobody does. Counts the jobs a company has under way.
alter table kernel.job add column held_until timestamptz;
create index job_held on kernel.job (tenant_id) where held_until is not null;
