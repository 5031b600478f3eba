-- Whom an import has invited: not every row of its sheet has to be one.
alter table upm.user_import add column imported text[] not null default '{}';
