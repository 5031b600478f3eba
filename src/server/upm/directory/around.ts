/** The parts of the company around a person ($2) that groups and scopes speak of. */
export const AROUND = `
  works(id) AS (SELECT u.dept_id FROM upm.user_dept u WHERE u.tenant_id = $1 AND u.user_id = $2),
  above(id) AS (SELECT id FROM works UNION
    SELECT d.parent_id FROM above a JOIN upm.dept d ON d.tenant_id = $1 AND d.id = a.id
      WHERE d.parent_id IS NOT NULL),
  below(id) AS (SELECT id FROM works UNION
    SELECT d.id FROM below b JOIN upm.dept d ON d.tenant_id = $1 AND d.parent_id = b.id),
  led(id) AS (SELECT o.dept_id FROM upm.dept_owner o WHERE o.tenant_id = $1 AND o.user_id = $2
    UNION SELECT d.id FROM led l JOIN upm.dept d ON d.tenant_id = $1 AND d.parent_id = l.id),
  reports(id) AS (SELECT m.user_id FROM upm.member m WHERE m.tenant_id = $1 AND m.superior_id = $2
    UNION SELECT m.user_id FROM reports r JOIN upm.member m ON m.tenant_id = $1
      AND m.superior_id = r.id),
  roles(id) AS (SELECT r.role_id FROM upm.user_role r WHERE r.tenant_id = $1 AND r.user_id = $2),
  teams(id) AS (SELECT w.group_id FROM upm.work_group_member w WHERE w.tenant_id = $1
    AND (w.user_id = $2 OR w.dept_id IN (SELECT id FROM above)
      OR w.role_id IN (SELECT id FROM roles)))`;
