-- Objects that the computed fields of an object read, by themselves or by what they read: what a list of it needs, and who has
-- to be checked when one of them changes. Found when an object is saved; until then its rollups name theirs.
alter table bizmeta.object add column reads uuid[] not null default '{}';
