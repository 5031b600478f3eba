-- A smart form. `body` is the draft, `published` the version people fill in, frozen when it was published. `submits` counts
-- what was taken; its row is locked by every submission, so that a limit holds. `secret` signs the passes a password gives.
create table bizmeta.smart_form (
  tenant_id text not null,
  id uuid not null,
  object_id uuid not null,
  name text not null,
  status text not null default 'draft' check (status in ('draft', 'published', 'stopped')),
  body json not null,
  published json,
  published_version integer not null default 0,
  password_hash text,
  secret uuid not null default gen_random_uuid(),
  submits integer not null default 0,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  created_by text not null,
  updated_at timestamptz(3) not null default now(),
  updated_by text not null,
  deleted_at timestamptz(3),
  primary key (tenant_id, id),
  foreign key (tenant_id, object_id) references bizmeta.object
);
create index smart_form_object on bizmeta.smart_form (tenant_id, object_id) where deleted_at is null;
select kernel.protect('bizmeta.smart_form');

-- The link of a form: all the door may see is which company and form a token means. A form has one at most; taken back, it is gone.
create table bizmeta.form_link (
  token text primary key,
  tenant_id text not null,
  form_id uuid not null,
  created_at timestamptz(3) not null default now(),
  unique (tenant_id, form_id),
  foreign key (tenant_id, form_id) references bizmeta.smart_form on delete cascade
);
select kernel.protect('bizmeta.form_link');
select kernel.open_to_gate('bizmeta.form_link', 'select');

-- What came in through a form. `user_id` is 0 for who is not named; `edit_key` the hash of the key that lets them change it.
create table bizmeta.form_submission (
  tenant_id text not null,
  id uuid not null,
  form_id uuid not null,
  form_version integer not null,
  record_id uuid not null,
  record_version integer not null,
  user_id text not null,
  visitor bytea,
  edit_key bytea,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, form_id) references bizmeta.smart_form
);
create index form_submission_who on bizmeta.form_submission (tenant_id, form_id, user_id);
create index form_submission_visitor on bizmeta.form_submission (tenant_id, form_id, visitor);
create index form_submission_key on bizmeta.form_submission (tenant_id, form_id, edit_key);
select kernel.protect('bizmeta.form_submission');

-- Files uploaded through a form: only they may stand in what is submitted through it, in the field they were sent for.
create table bizmeta.form_file (
  tenant_id text not null,
  file_id text not null,
  form_id uuid not null,
  field text not null,
  used boolean not null default false,
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, file_id)
);
select kernel.protect('bizmeta.form_file');

-- A question asked once; a wrong answer takes it away.
create table bizmeta.form_captcha (
  tenant_id text not null,
  id uuid not null,
  form_id uuid not null,
  answer text not null,
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, id)
);
select kernel.protect('bizmeta.form_captcha');

-- How often an address did something with a form: guessed its password, submitted, searched, uploaded.
create table bizmeta.form_tally (
  tenant_id text not null,
  key text not null,
  times integer not null,
  since timestamptz not null default now(),
  primary key (tenant_id, key)
);
select kernel.protect('bizmeta.form_tally');
