-- The order in which messages arrived, for everyone who listens; and the event each came from, so that none comes twice.
alter table msg.message add column seq bigint generated always as identity, add column outbox_id bigint;
create unique index message_once on msg.message (tenant_id, user_id, outbox_id);
drop index msg.message_tenant_id_user_id_expr_created_at_id_idx;
create index message_unread on msg.message (tenant_id, user_id, seq desc) where read_at is null;
create index message_read on msg.message (tenant_id, user_id, read_at desc, seq desc) where read_at is not null;

-- Mails, as they were delivered: a code in one stays only in a demo. Those of nobody's tenant are for the demo's developers.
create table msg.mail (
  id text primary key,
  outbox_id bigint not null unique,
  tenant_id text,
  to_address text not null,
  subject text not null,
  body text not null,
  state text not null check (state in ('waiting', 'boxed', 'sent', 'failed')),
  error text not null default '',
  tries integer not null default 0,
  created_at timestamptz not null,
  sent_at timestamptz
);
create index on msg.mail (tenant_id, created_at desc, id desc);
create index on msg.mail (created_at);
select kernel.protect('msg.mail');
select kernel.open_to_gate('msg.mail', 'select, insert, update, delete');

-- Text messages: 0 waiting, 10 handed over, 20 failed, 30 written here only.
create table msg.sms_log (
  id text primary key,
  outbox_id bigint not null unique,
  tenant_id text,
  mobile text not null,
  template text not null,
  template_name text not null,
  content text not null,
  send_status integer not null check (send_status in (0, 10, 20, 30)),
  receive_status integer not null default 0 check (receive_status in (0, 10, 20)),
  provider text not null default '',
  provider_serial text not null default '',
  error text not null default '',
  tries integer not null default 0,
  created_at timestamptz not null,
  sent_at timestamptz
);
create index on msg.sms_log (tenant_id, created_at desc, id desc);
create index on msg.sms_log (created_at);
select kernel.protect('msg.sms_log');
select kernel.open_to_gate('msg.sms_log', 'select, insert, update, delete');

-- A company's own templates; one with a code of the system's takes its place for what the company sends.
create table msg.sms_template (
  tenant_id text not null references upm.tenant,
  id text not null,
  code text not null,
  name text not null,
  type text not null check (type in ('code', 'notice')),
  content text not null,
  provider_template_id text not null default '',
  enabled boolean not null default true,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, code)
);
select kernel.protect('msg.sms_template');
select kernel.open_to_gate('msg.sms_template', 'select');

-- Whose session ended or became another one's (a new token, another company) hears nothing more, whichever process did it.
create function msg.session_ended() returns trigger language plpgsql as $f$
begin
  perform pg_notify('huozi_session_ended', old.id);
  return null;
end $f$;
create trigger ended after delete or update of token_hash, tenant_id on upm.session for each row execute function msg.session_ended();
