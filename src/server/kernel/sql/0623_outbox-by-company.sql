-- Deliveries take some of what is due of each company by turns: they read the heads of their queues, not all that waits.
create index outbox_company on kernel.outbox (topic, tenant_id, next_at, id) where dead_at is null;
-- A code or a link somebody waits for goes before.
create index outbox_awaited on kernel.outbox (topic, next_at, id) where dead_at is null and tenant_id is null
  and coalesce(payload ->> 'code', payload -> 'params' ->> 'code') is not null;
