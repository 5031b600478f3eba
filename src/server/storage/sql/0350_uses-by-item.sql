-- The files of a record that is deleted for good are found by its id.
create index file_use_item on storage.file_use (tenant_id, item) where kind = 'record';
