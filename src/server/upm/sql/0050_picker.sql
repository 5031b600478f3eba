-- The phone book of a company: pages of it are read in order, searches read its keys without the table. No trigram index: like
-- may not run before row-level security (it is not leakproof), and two Chinese characters make no trigram.
create index member_phone_book on upm.member (tenant_id, real_name collate "zh-x-icu", user_id) include (search_key, state);
create index member_no_key on upm.member (tenant_id) where search_key = '';
create index dept_parent on upm.dept (tenant_id, parent_id);

-- A name that changes without its key is found by the name alone until the key is made anew.
create function upm.forget_search_key() returns trigger language plpgsql as $$
begin
  new.search_key := '';
  return new;
end $$;
create trigger member_renamed before update of real_name on upm.member for each row
  when (new.real_name is distinct from old.real_name and new.search_key = old.search_key) execute function upm.forget_search_key();
