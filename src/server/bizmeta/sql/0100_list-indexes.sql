-- Indexes that serve the lists of an object that has grown large. `key` says what an index is for: "s:f_3" the order by a
-- column, "s:f_5,f_3" that order among records with one value of another column, "t:f_2" searching in a text.
-- `definition` is what the index is made of; one that changes gets another index. `rank` orders the building.
create table bizmeta.object_index (
  tenant_id text not null,
  object_id uuid not null,
  key text not null,
  definition text not null,
  reason text not null check (reason in ('search', 'view', 'unique', 'lookup', 'asked')),
  rank integer not null,
  state text not null default 'wanted' check (state in ('wanted', 'building', 'ready', 'failed', 'unwanted')),
  error text not null default '',
  since timestamptz not null default now(),
  -- When lists last asked for it, of those that are there because they did.
  asked_at timestamptz not null default now(),
  primary key (tenant_id, object_id, key),
  foreign key (tenant_id, object_id) references bizmeta.object
);
select kernel.protect('bizmeta.object_index');

-- What a text is found by: every two characters that stand side by side, and each character outside ASCII, since a Chinese
-- word may be one. Small letters, as ILIKE compares.
create function bizmeta.grams(t text) returns text[] language plpgsql immutable strict parallel safe as $f$
declare
  chars text[] := string_to_array(lower(t), null);
  n integer := coalesce(cardinality(chars), 0);
  found text[] := '{}';
begin
  for i in 1..n loop
    if chars[i] > '~' then found := found || chars[i]; end if;
    if i < n then found := found || (chars[i] || chars[i + 1]); end if;
  end loop;
  return found;
end $f$;

-- Answers to a comment, which a deleted one is shown for; what a member submitted, in the order it is listed.
create index comment_parent on bizmeta.comment (tenant_id, parent_id) where parent_id is not null;
drop index bizmeta.form_submission_member;
create index form_submission_member on bizmeta.form_submission (tenant_id, user_id, created_at desc, id desc) where user_id <> '0';
