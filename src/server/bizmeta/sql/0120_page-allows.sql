-- What the publisher of a page, who had the rights, answered for: calls beyond those of every builder, machines, events (decision 16).
-- Revisions and drafts of before have none: when such a page runs, it makes no such call until somebody who may publishes it again.
alter table bizmeta.page add column allows text[] not null default '{}';
alter table bizmeta.page_draft add column allows text[] not null default '{}';
