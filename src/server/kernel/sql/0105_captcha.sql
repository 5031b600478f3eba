-- Proofs of work instead of sums: the challenge as it was issued, with the secret it is signed with, so that every process
-- can check it. A row stays until it expires, used or not: how many an address asked for decides how hard the next one is.
delete from kernel.captcha;
alter table kernel.captcha
  drop column answer,
  add column challenge jsonb not null,
  add column secret text not null,
  add column level integer not null,
  add column source text not null,
  add column used_at timestamptz;
create index captcha_source on kernel.captcha (source, created_at);
