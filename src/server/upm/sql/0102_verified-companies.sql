-- Since when a company is known to be one: the operator's own, or one an operator has looked at. Until then, and until it has
-- lived and grown, it sends few invitations a day. Companies there are already are known.
alter table upm.tenant add column verified_at timestamptz;
update upm.tenant set verified_at = now();
