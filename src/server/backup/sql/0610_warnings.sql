-- A backup may end well and lack files that are lost or damaged: what it lacks, in a sentence, and how many files.
alter table backup.run add warning text not null default '', add lost integer not null default 0;
