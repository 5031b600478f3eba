-- The job that fires a company's timers sleeps until the next one and ends when there is none. Whoever writes a timer brings
-- it forward or begins it, at the end of the transaction: the lock is the last one taken, there and in the job, which looks
-- for the next timer behind it. So the second of the two sees what the first wrote, and neither waits for the other's rows:
-- a job that is held (claimed, or at its batch) has its look still before it.
create function bpm.wake_timer_job() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $f$
begin
  perform pg_advisory_xact_lock(hashtextextended('bpm.timers ' || new.tenant_id, 0));
  update kernel.job set next_at = new.due_at where (tenant_id, id) in (
    select j.tenant_id, j.id from kernel.job j
    where j.tenant_id = new.tenant_id and j.kind = 'bpm.timers' and j.state = 'waiting' and j.held_until is null
      and j.next_at > new.due_at
    for update skip locked);
  insert into kernel.job (tenant_id, id, tenant_no, region, kind, title, payload, created_by, next_at)
    select t.id, gen_random_uuid(), t.no, t.region, 'bpm.timers', '审批的定时处理', 'null', i.starter_id, new.due_at
    from upm.tenant t join bpm.flow_instance i on i.tenant_id = t.id and i.id = new.instance_id
    where t.id = new.tenant_id and not exists (
      select from kernel.job j where j.tenant_id = t.id and j.kind = 'bpm.timers' and j.state = 'waiting');
  if new.due_at <= now() then perform pg_notify('huozi_job', ''); end if;
  return null;
end $f$;
create constraint trigger wake_timer_job after insert or update of due_at on bpm.flow_timer
  deferrable initially deferred for each row execute function bpm.wake_timer_job();

-- Timers of a suspended instance do not count until it is resumed.
create function bpm.wake_resumed_timers() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $f$
begin
  update bpm.flow_timer set due_at = due_at where tenant_id = new.tenant_id and instance_id = new.id;
  return null;
end $f$;
create trigger wake_resumed_timers after update of status on bpm.flow_instance
  for each row when (old.status = 'suspended' and new.status <> 'suspended') execute function bpm.wake_resumed_timers();
