-- Whether a text message reached its phone: asked of who sends them until it is known, each time later. Null: nothing to ask.
alter table msg.sms_log
  add column received_at timestamptz,
  add column receipt_tries integer not null default 0,
  add column receipt_due timestamptz;
update msg.sms_log set receipt_due = now() where send_status = 10 and receive_status = 0 and provider_serial <> '' and sent_at > now() - interval '3 days';
create index sms_receipt_due on msg.sms_log (receipt_due) where receipt_due is not null;
