-- Those who look after approvals see what its starter has deleted from their own lists.
drop index bpm.flow_instance_newest;
create index flow_instance_newest on bpm.flow_instance (tenant_id, created_at desc, id desc) where status <> 'draft';
