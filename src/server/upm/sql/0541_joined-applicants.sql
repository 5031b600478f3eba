-- Who waits to be let in and joins another way waits no more.
grant update (state, decided_at) on upm.join_request to huozi_gate;
