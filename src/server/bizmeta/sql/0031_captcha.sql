-- Questions stand in kernel.captcha now, for forms and for the door alike.
drop table bizmeta.form_captcha;
