-- Tabs of an object's forms and records: [{id, label}]; its sections name the one they are in.
alter table bizmeta.object add column tabs json not null default '[]';
