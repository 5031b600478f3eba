-- A company says how long its sessions may lie unused (parameter session.idleHours); each keeps what held when it was opened.
alter table upm.session add column idle interval not null default '12 hours';
