-- Small sums asked of somebody before they may try again. A wrong answer takes the question away, a right one is used once.
-- Questions asked before a company is known have no tenant.
create table kernel.captcha (
  id text primary key,
  tenant_id text,
  place text not null,
  answer text not null,
  created_at timestamptz not null default now()
);
create index on kernel.captcha (created_at);
select kernel.protect('kernel.captcha');
select kernel.open_to_gate('kernel.captcha', 'select, insert, update, delete');
