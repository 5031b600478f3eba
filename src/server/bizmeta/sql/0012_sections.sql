-- How an object's fields are put together on forms and records: [{id, label, collapsed, columns, fields: [field id]}].
alter table bizmeta.object add column sections json not null default '[]';
