-- upm.end_sessions(text, text, text) of 0010 ends sessions person by person; a second way is not kept.
drop function upm.end_sessions(text[], text);
