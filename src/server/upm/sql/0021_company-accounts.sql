-- The phone book has an index of its own (member_phone_book).
drop index upm.member_by_name;

-- An account a company makes for somebody who has neither mobile number nor e-mail address to be asked by. Within a company
-- persons cannot be seen: this tells only whether the account was free.
create function upm.new_account(new_id text, new_account text, new_hash text) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $f$
begin
  insert into upm.app_user (id, account, password_hash) values (new_id, new_account, new_hash) on conflict do nothing;
  return found;
end $f$;
revoke execute on function upm.new_account(text, text, text) from public;
grant execute on function upm.new_account(text, text, text) to huozi_meta;

-- Of these accounts those that are not free; asked for a file's rows at once.
create function upm.taken_accounts(asked text[]) returns setof text
language sql security definer stable set search_path = pg_catalog, pg_temp as $f$
  select lower(account) from upm.app_user where lower(account) = any(asked)
$f$;
revoke execute on function upm.taken_accounts(text[]) from public;
grant execute on function upm.taken_accounts(text[]) to huozi_meta;
