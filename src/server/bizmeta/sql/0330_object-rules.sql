-- What an object's fields do by the record's other values (FormRule), and conditions every record
-- must meet (FormValidation); fields by their names, which are followed when they change.
alter table bizmeta.object add column rules json not null default '[]';
alter table bizmeta.object add column validations json not null default '[]';
