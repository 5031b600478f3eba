-- Whether a company has a job of a kind under way is asked by whoever would begin one.
create index job_waiting on kernel.job (tenant_id, kind) where state = 'waiting';
