-- Which folder of files belongs to this database: the same text is in the file files.mark beside it. Processes with another folder would
-- not find each other's files, so they do not start.
create table storage.folder (
  only_row boolean primary key default true check (only_row),
  mark text not null
);
