-- The company that made an account with its first password: somebody there knows it, and would come along wherever the person
-- goes. Until the person has chosen another one the account stays within that company.
alter table upm.app_user add column password_of text references upm.tenant on delete set null;

create or replace function upm.new_account(new_id text, new_account text, new_hash text) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $f$
begin
  insert into upm.app_user (id, account, password_hash, password_of) values (new_id, new_account, new_hash, current_setting('huozi.tenant')) on conflict do nothing;
  return found;
end $f$;

create function upm.password_chosen() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $f$
begin
  new.password_of := null;
  return new;
end $f$;
create trigger password_chosen before update of password_hash on upm.app_user for each row execute function upm.password_chosen();

-- Nobody asks who of a file's accounts is free any more.
drop function upm.taken_accounts(text[]);

-- Counts invitations before they go out, by day: to one number or address from all companies, and from the company of the
-- transaction to all. Answers what is too often: the number or address, '' for the company, null when all may go. In one
-- order, so that two imports of the same people wait for each other and never in a circle.
create function upm.count_invitations(asked text[], most_to_one integer, most_from_one integer) returns text
language plpgsql security definer set search_path = pg_catalog, pg_temp as $f$
declare
  one record;
begin
  for one in
    select 'asking:' || current_setting('huozi.tenant') as key, '' as contact, cardinality(asked) as more, most_from_one as most
    union all select 'asked:' || lower(a), a, 1, most_to_one from unnest(asked) a order by 1
  loop
    insert into upm.throttle as t (key, times) select one.key, one.more where one.more <= one.most
    on conflict (key) do update set
      times = case when t.since < now() - interval '1 day' then 0 else t.times end + one.more,
      since = case when t.since < now() - interval '1 day' then now() else t.since end
    where case when t.since < now() - interval '1 day' then 0 else t.times end + one.more <= one.most;
    if not found then return one.contact; end if;
  end loop;
  return null;
end $f$;
revoke execute on function upm.count_invitations(text[], integer, integer) from public;
grant execute on function upm.count_invitations(text[], integer, integer) to huozi_meta;
