-- Pages by revisions. A revision is a list of operations over a base: the page of the system or of an object it was made on, or,
-- for a page of one's own, an earlier state of it. `document` is kept whole for the one that is served (and where base_hash is
-- null); the others are made from base and operations when somebody asks. `is_reset`: back to the page below, which is then
-- served itself. saved_by '' is the program.
alter table bizmeta.page alter column document drop not null;
alter table bizmeta.page
  add column origin text not null default 'own' check (origin in ('system', 'object', 'own')),
  add column base_hash text,
  add column operations json not null default '[]',
  add column title text not null default '',
  add column note text not null default '',
  add column words json not null default '[]',
  add column restored_from integer,
  add column is_reset boolean not null default false,
  add constraint page_whole check (document is not null or base_hash is not null);
create index page_hash on bizmeta.page (tenant_id, key, hash);

-- Documents revisions and drafts are made on, besides the system's: pages made from a describe, beginnings of own pages.
create table bizmeta.page_base (
  tenant_id text not null,
  key text not null,
  hash text not null,
  document json not null,
  kept_at timestamptz(3) not null default now(),
  primary key (tenant_id, key, hash)
);
select kernel.protect('bizmeta.page_base');
grant select on bizmeta.system_page to huozi_meta;

-- Which companies have a version of their own of which system page, and what it was made on: all a starting program has to
-- know to find those its new pages have to be merged into. No document, no title.
create table bizmeta.page_overlay (
  tenant_id text not null,
  key text not null,
  base_hash text not null,
  primary key (tenant_id, key)
);
select kernel.protect('bizmeta.page_overlay');
select kernel.open_to_gate('bizmeta.page_overlay', 'select');

-- The one draft of a page. `operations` lead from what it is a change of (base_hash, base_rev) to the draft; over_hash is the
-- page of the system or object it has taken in. The row stays when a draft is published or discarded, since `version` only rises.
create table bizmeta.page_draft (
  tenant_id text not null,
  key text not null,
  version integer not null default 1,
  base_hash text not null,
  base_rev integer not null,
  over_hash text,
  operations json not null default '[]',
  changed boolean not null default false,
  title text not null default '',
  saved_at timestamptz(3),
  saved_by text not null default '',
  primary key (tenant_id, key)
);
select kernel.protect('bizmeta.page_draft');

-- How to get from a version of a draft back to the one before it: what an editor that was left open made its changes from.
create table bizmeta.page_draft_step (
  tenant_id text not null,
  key text not null,
  version integer not null,
  undo json not null,
  primary key (tenant_id, key, version),
  foreign key (tenant_id, key) references bizmeta.page_draft on update cascade on delete cascade
);
select kernel.protect('bizmeta.page_draft_step');
