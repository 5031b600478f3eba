-- Keys hold every mix of syllables and initials: they are made again when the service starts, and until then people are
-- found by their names.
update upm.member set search_key = '' where search_key <> '';
