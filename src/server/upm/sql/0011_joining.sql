-- Somebody who was asked to join under one address may answer as the person they are already: the place kept for them
-- becomes theirs.
grant delete on upm.member to huozi_gate;
