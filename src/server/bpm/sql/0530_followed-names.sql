-- How often the template's documents have followed new names of fields: a process that has prepared one reads it again.
alter table bpm.flow_template add column names integer not null default 0;
