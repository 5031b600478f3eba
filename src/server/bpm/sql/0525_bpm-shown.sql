-- Whether the record was made by starting the instance: its starter goes on writing what they may
-- write in a new record. Of a record that was there before, they do what their own rights let them.
alter table bpm.flow_instance add column made_record boolean not null default true;
update bpm.flow_instance set made_record = false where status = 'draft' and record_id is not null;

-- What the sender of a copy was shown of the record: who gets it is shown no more. Null for a copy a
-- node sends, which has that node's rights.
alter table bpm.flow_cc add column fields text[];
