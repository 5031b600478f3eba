-- Fields that number their records by segments of their own count here as well: their counters are named by the field's id.
alter table system.code_counter drop constraint code_counter_tenant_id_rule_id_fkey;
