-- Messages of one kind that arrive while an earlier one is unread become one with a count. `merge_text` is its sentence, with
-- {count} where the number goes.
alter table msg.message
  add column merge_key text,
  add column merge_text text,
  add column merged integer not null default 1;
create unique index message_merge on msg.message (tenant_id, user_id, merge_key) where merge_key is not null and read_at is null;

-- Kinds of messages a person does not want; what is sent of them reaches only the others.
create table msg.muted (
  tenant_id text not null,
  user_id text not null,
  topic text not null,
  primary key (tenant_id, user_id, topic),
  foreign key (tenant_id, user_id) references upm.member (tenant_id, user_id) on delete cascade
);
select kernel.protect('msg.muted');
