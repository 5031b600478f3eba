-- A view: how records of an object are looked at. `body` holds what it shows, with fields by their ids, so that a rename
-- breaks nothing; a personal view is its owner's alone; the three lists are its audience, everybody when all are empty.
create table bizmeta.view_group (
  tenant_id text not null,
  id uuid not null,
  object_id uuid not null,
  name text not null,
  ord integer not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, object_id) references bizmeta.object
);
select kernel.protect('bizmeta.view_group');

create table bizmeta.custom_view (
  tenant_id text not null,
  id uuid not null,
  object_id uuid not null,
  app_id uuid,
  group_id uuid,
  name text not null,
  kind text not null,
  scope text not null,
  owner text not null,
  body json not null,
  user_ids text[] not null default '{}',
  role_ids text[] not null default '{}',
  dept_ids text[] not null default '{}',
  is_default boolean not null default false,
  ord integer not null,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  updated_by text not null,
  deleted_at timestamptz(3),
  primary key (tenant_id, id),
  foreign key (tenant_id, object_id) references bizmeta.object,
  foreign key (tenant_id, group_id) references bizmeta.view_group on delete set null (group_id)
);
create index custom_view_object on bizmeta.custom_view (tenant_id, object_id) where deleted_at is null;
create unique index custom_view_default on bizmeta.custom_view (tenant_id, object_id) where is_default and deleted_at is null;
select kernel.protect('bizmeta.custom_view');

-- Filters a person keeps; with a view, they are offered in that view only.
create table bizmeta.filter_view (
  tenant_id text not null,
  id uuid not null,
  object_id uuid not null,
  view_id uuid,
  owner text not null,
  name text not null,
  filter json not null,
  pinned boolean not null,
  ord integer not null,
  version integer not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, object_id) references bizmeta.object,
  foreign key (tenant_id, view_id) references bizmeta.custom_view on delete cascade
);
create index filter_view_owner on bizmeta.filter_view (tenant_id, owner, object_id);
select kernel.protect('bizmeta.filter_view');

-- What people say about a record. A deleted comment keeps its place while it has answers; its text is not answered.
create table bizmeta.comment (
  tenant_id text not null,
  id uuid not null,
  object_id uuid not null,
  record_id uuid not null,
  parent_id uuid,
  content text not null,
  mentions text[] not null default '{}',
  created_at timestamptz(3) not null default now(),
  created_by text not null,
  deleted_at timestamptz(3),
  deleted_by text,
  primary key (tenant_id, id),
  foreign key (tenant_id, object_id) references bizmeta.object,
  foreign key (tenant_id, parent_id) references bizmeta.comment
);
create index comment_record on bizmeta.comment (tenant_id, object_id, record_id, created_at desc, id desc);
select kernel.protect('bizmeta.comment');
