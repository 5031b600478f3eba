-- When codes are taken side by side nobody waits for a rule's row: the counter tells what was taken.
alter table system.code_rule drop column taken_at;
