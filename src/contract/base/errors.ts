/**
 * The error catalogue: one table for both sides. `code` goes into the envelope and is the HTTP
 * status as well when it is one (400 to 599); `msg` is the Chinese sentence, with {holes} filled
 * from the error's params. Behaviour on screen (specification, section 8): 401 and 403-of-session
 * go to login, 5xx open a dialog, the rest toast.
 */
export const ERRORS = {
  BAD_REQUEST: { code: 400, msg: '请求内容有误' },
  BODY_NOT_JSON: { code: 400, msg: '请求内容不是有效的 JSON' },
  BODY_BROKEN_OFF: { code: 400, msg: '请求内容不完整，请重试' },
  PARAM_UNDECLARED: { code: 400, msg: '不认识的参数“{name}”' },
  GIVEN_TWICE: { code: 400, msg: '“{name}”重复给出' },
  ANSWER_TOO_LARGE: { code: 400, msg: '结果过大，超过 {max}，请缩小范围后再试' },
  QUERY_TOO_LARGE: { code: 400, msg: '查询过于复杂或涉及的数据过多，请减少条件或缩小范围后再试' },
  FIELD_INVALID: { code: 400, msg: '{label}填写有误' },
  REQUIRED: { code: 400, msg: '请填写{label}' },
  VALUE_TYPE: { code: 400, msg: '{label}应为{expected}' },
  VALUE_RANGE: { code: 400, msg: '{label}超出允许范围（{min} 至 {max}）' },
  VALUE_LENGTH: { code: 400, msg: '{label}最多 {max} 个字符' },
  VALUE_DIGITS: { code: 400, msg: '{label}最多 {max} 位有效数字' },
  VALUE_PRECISION: { code: 400, msg: '{label}最多 {precision} 位数字，其中小数 {scale} 位' },
  VALUE_OPTION: { code: 400, msg: '{label}没有选项“{value}”' },
  RULE_BROKEN: { code: 400, msg: '{message}' },
  VALUE_FORMAT: { code: 400, msg: '{label}的格式不对，应为{expected}' },
  NOT_CANDIDATE: { code: 400, msg: '{label}不能选这条记录，它不在可选范围内' },
  REFERENCE_MISSING: { code: 400, msg: '{label}指向的记录不存在' },
  REFERENCE_BINNED: {
    code: 400,
    msg: '{label}指向的“{title}”也在回收站里，请先恢复它，或一起恢复',
  },
  OWN_ANCESTOR: { code: 400, msg: '{label}不能是这条记录自己，也不能是它的下级' },
  VALUE_TAKEN: { code: 400, msg: '{label}“{value}”已存在，不能重复' },
  UNKNOWN_FIELD: { code: 400, msg: '没有名为“{name}”的字段' },
  READONLY_FIELD: { code: 400, msg: '字段“{name}”不能写入' },
  FIELD_LOCKED: { code: 400, msg: '字段“{label}”此时不能填写：规则{how}了它' },
  TOO_MANY: { code: 400, msg: '一次最多 {max} 条，当前 {count} 条' },
  FILTER_INVALID: { code: 400, msg: '筛选条件有误：{why}' },
  SORT_INVALID: { code: 400, msg: '排序有误：{why}' },
  NAME_EMPTY: { code: 400, msg: '{what}不能为空' },
  NAME_MISLEADING: {
    code: 400,
    msg: '{what}不能包含网址、不可见字符或方括号、尖括号、书名号等符号',
  },
  NAME_TOO_LONG: { code: 400, msg: '{what}最多 {max} 个字符' },
  NAME_FORMAT: { code: 400, msg: '{what}“{name}”须以小写英文字母开头，只含英文字母、数字和下划线' },
  NAME_RESERVED: { code: 400, msg: '{what}“{name}”是系统保留名' },
  NAME_TAKEN: { code: 400, msg: '{what}“{name}”已被使用' },
  APP_TEMPLATE_UNKNOWN: { code: 404, msg: '没有这个应用模板' },
  NAME_IN_BIN: {
    code: 400,
    msg: '{what}“{name}”属于回收站里的“{label}”，请换一个，或先到回收站彻底删除它',
  },
  FIELD_SETTING: { code: 400, msg: '字段“{label}”的设置有误：{why}' },
  TYPE_CHANGE_LOSES: { code: 400, msg: '字段“{label}”从{from}改为{to}会丢失数据，未作任何更改' },
  FIELD_CHANGING: {
    code: 400,
    msg: '字段“{label}”正在后台更改类型，完成或取消之前不能再改它的设置',
  },
  TYPE_CHANGE_UNKNOWN: {
    code: 404,
    msg: '没有这次类型更改，可能已被取消、撤销，或已超过可以撤销的时间',
  },
  TYPE_CHANGE_STATE: { code: 400, msg: '字段“{label}”的类型更改现在{state}，不能这样操作' },
  TYPE_CHANGE_ACCEPT: {
    code: 400,
    msg: '字段“{label}”有 {count} 条记录的值换不过去，要先确认清空它们',
  },
  OBJECT_IN_USE: { code: 400, msg: '对象“{label}”被 {users} 引用，不能删除' },
  OBJECT_CLOSED: { code: 403, msg: '“{label}”还没有开放或已停用，请联系搭建它的同事' },
  APP_IN_USE: { code: 400, msg: '应用“{name}”里的对象被 {users} 引用，不能删除' },
  APP_NAME_DIFFERS: { code: 400, msg: '输入的名称与应用“{name}”不一致，没有删除' },
  BIN_UNKNOWN: { code: 404, msg: '回收站里没有这一项，可能已被恢复或彻底删除' },
  BIN_NEEDS: { code: 400, msg: '“{label}”引用的“{needs}”也在回收站里，请先恢复它' },
  BIN_NEEDED: { code: 400, msg: '回收站里的“{users}”引用“{label}”，请先彻底删除它们' },
  NAV_UNKNOWN: { code: 404, msg: '菜单里没有这一项，可能已被别人移除' },
  COPY_TOO_MANY: {
    code: 400,
    msg: '一次最多复制 {max} 条记录，这里有 {count} 条；可以不带记录复制',
  },
  RECORD_IN_USE: { code: 400, msg: '“{label}”被{users}引用，不能删除' },
  DELETION_TOO_WIDE: {
    code: 400,
    msg: '删除会牵动超过 {max} 条其他记录，请先处理指向它的记录，或分批删除',
  },
  DELETION_TOO_DEEP: {
    code: 400,
    msg: '一起删除的记录超过 {max} 层，请先删除最末层的记录',
  },
  RESTORE_TOO_WIDE: {
    code: 400,
    msg: '会一起恢复超过 {max} 条记录，请分批恢复，或只恢复选中的记录',
  },
  BULK_CHANGE_UNKNOWN: { code: 404, msg: '这次批量修改不存在，或已超过可以撤销的时间' },
  BIN_RECORD_UNKNOWN: { code: 404, msg: '回收站里没有这条记录，可能已被恢复或彻底删除' },
  RULE_SETTING: { code: 400, msg: '规则有误：{why}' },
  EXPRESSION_INVALID: { code: 400, msg: '公式有误：{why}' },
  PAGE_INVALID: { code: 400, msg: '页面配置有误：{why}' },
  PAGE_CONFLICT: { code: 409, msg: '有 {count} 处与其他人的改动冲突，请选择保留哪一个' },
  PAGE_UNCHANGED: { code: 400, msg: '没有需要发布的改动' },
  PAGE_NOT_OWN: { code: 400, msg: '“{title}”不是自建页面，不能删除' },
  PAGE_NO_BASE: { code: 400, msg: '“{title}”是自建页面，没有系统版本可以恢复' },
  PAGE_FIXED: { code: 400, msg: '登录前的页面不属于任何企业，不能修改' },
  PAGE_IN_USE: { code: 400, msg: '“{title}”被 {users} 用到，不能删除' },
  REVISION_UNKNOWN: { code: 404, msg: '没有第 {rev} 版，或这一版已不再保留' },
  WIDGET_UNKNOWN: { code: 400, msg: '没有名为“{type}”的组件' },
  FILE_TOO_LARGE: { code: 400, msg: '文件“{name}”超过 {max} MB' },
  QUOTA_COMPANY: {
    code: 413,
    msg: '企业的附件空间不足：已用 {used}，上限 {limit}，请联系管理员扩容',
  },
  QUOTA_PERSON_DAY: { code: 413, msg: '你今天已上传 {used}，每天最多 {limit}，请明天再试' },
  QUOTA_PERSON_FILES: {
    code: 413,
    msg: '你今天已上传 {count} 个文件，每天最多 {max} 个，请明天再试',
  },
  FILE_MISSING: { code: 400, msg: '没有收到文件' },
  SIGN_IN_FAILED: { code: 400, msg: '账号或密码不正确' },
  SIGN_IN_LOCKED: { code: 400, msg: '密码连续输错次数过多，请 {minutes} 分钟后再试' },
  SETUP_LINK_INVALID: { code: 400, msg: '初始化链接无效或已使用' },
  PASSWORD_WRONG: { code: 400, msg: '密码不正确' },
  PASSWORD_NONE: { code: 400, msg: '你还没有设置密码，请先用验证码设置' },
  CONTACT_SAME: { code: 400, msg: '这就是你现在的{label}' },
  PASSWORD_SAME: { code: 400, msg: '新密码不能与原密码相同' },
  LAST_WAY_IN: {
    code: 400,
    msg: '这是你唯一的登录方式，请先绑定其他方式；用自己设定的账号登录的，也可以先设置密码',
  },
  DOMAIN_FORMAT: {
    code: 400,
    msg: '企业域名须为 3 至 30 位小写字母、数字或连字符，以字母开头，以字母或数字结尾',
  },
  DOMAIN_RESERVED: { code: 400, msg: '“{domain}”是系统保留的域名，请换一个' },
  DOMAIN_NONE: { code: 400, msg: '请先设置企业域名' },
  DOMAIN_OFF: { code: 400, msg: '平台没有开放企业域名，请联系平台运营者' },
  HAND_OVER_SELF: { code: 400, msg: '你已经是主管理员，请选择其他成员' },
  CAPTCHA_REQUIRED: { code: 400, msg: '请先完成安全验证' },
  CODE_WRONG: { code: 400, msg: '验证码不正确或已失效' },
  CODE_TOO_SOON: { code: 429, msg: '验证码已发送，请 {seconds} 秒后再试' },
  CODE_TOO_MANY: { code: 429, msg: '获取验证码的次数过多，请稍后再试' },
  LINK_INVALID: { code: 400, msg: '链接已使用、已过期或无效，请重新获取' },
  LINK_FOREIGN: {
    code: 400,
    msg: '这个链接不是在这个浏览器里产生的，不能用来登录，请回到登录页自己登录',
  },
  INVITE_INVALID: { code: 400, msg: '邀请链接已停用、已过期或无效，请联系邀请人' },
  REGISTERED_ALREADY: { code: 400, msg: '{contact} 已注册，请直接登录' },
  INVITATION_UNKNOWN: { code: 404, msg: '没有等待接受的邀请' },
  MEMBER_ALREADY: { code: 400, msg: '{who}已是该企业的成员' },
  MEMBER_OFF: { code: 400, msg: '{who}在该企业已停用，请联系管理员' },
  INVITED_OFTEN: { code: 429, msg: '{who} 今天已多次收到邀请，请明天再试' },
  INVITING_OFTEN: {
    code: 429,
    msg: '今天发出的邀请已达上限 {max} 条，请明天再试；新注册的企业上限较低，需要更多请联系平台运营者',
  },
  PASSWORD_GIVEN: {
    code: 400,
    msg: '你现在的密码由企业设置，请先在个人中心修改密码，再加入其他企业',
  },
  PASSWORD_FIRST: { code: 400, msg: '你现在的密码由企业设置，请先设置自己的密码' },
  PASSWORD_LAPSED: { code: 400, msg: '企业给你的密码已过期，请联系管理员重新获取' },
  JOIN_WAITING: { code: 400, msg: '你加入“{company}”的申请正在等待管理员通过' },
  JOIN_REFUSED: { code: 400, msg: '你的加入申请多次没有通过，请联系企业的管理员' },
  ACCOUNT_STOPPED: { code: 400, msg: '账号已被企业停用，请联系管理员' },
  COMPANY_MISSING: { code: 400, msg: '用户无公司，请联系管理员！' },
  WECHAT_OFF: { code: 400, msg: '未开通微信登录' },
  WECHAT_FAILED: { code: 400, msg: '微信登录没有完成，请重试' },
  WECHAT_TAKEN: { code: 400, msg: '该微信或该账号已有绑定，请先解除' },
  PASSWORD_WEAK: { code: 400, msg: '密码须为 8 至 64 位，且同时含有字母和数字' },
  REQUEST_ID_REUSED: { code: 400, msg: '请求编号已用于另一次不同的操作' },
  TOKEN_MISSING: { code: 401, msg: '请先登录' },
  TOKEN_INVALID: { code: 401, msg: '登录已失效，请重新登录' },
  TOKEN_REPLACED: { code: 401, msg: '登录信息已更新，请刷新页面' },
  TOKEN_EXPIRED: { code: 401, msg: '登录已过期，请重新登录' },
  VIEWING_READ_ONLY: {
    code: 403,
    msg: '正在以他人的身份查看，只能看，不能进行此操作；请先退出查看',
  },
  VIEWING_OVER: { code: 403, msg: '以他人的身份查看已结束' },
  VIEWING_REFUSED: { code: 400, msg: '不能以“{name}”的身份查看：{why}' },
  TENANT_MISMATCH: { code: 403, msg: '登录信息与当前企业不符，请重新登录' },
  FORBIDDEN: { code: 403, msg: '没有权限进行此操作' },
  NO_ACCESS: { code: 403, msg: '你没有权限对“{label}”进行此操作，可联系搭建它的同事' },
  RECORD_FORBIDDEN: { code: 403, msg: '你可以查看这条记录，但没有权限对它进行此操作' },
  FIELD_FORBIDDEN: { code: 403, msg: '你没有权限修改{label}' },
  PAGE_CALL_PERSONAL: { code: 403, msg: '{what}关系到使用者的个人账号，企业的页面不能使用' },
  PAGE_CALL_OWN: {
    code: 403,
    msg: '{what}由使用者本人在平台自带的页面里办理，企业的页面不能代办；审批请到“流程”里打开',
  },
  PAGE_CALL_REFUSED: {
    code: 403,
    msg: '这个页面不能使用{what}：发布页面的人没有为它负责的权限；请有权限的管理员重新发布这个页面',
  },
  CALL_KIND: { code: 400, msg: '接口“{id}”不能这样使用：{why}' },
  NOT_FOUND: { code: 404, msg: '请求的地址不存在' },
  PAGE_UNKNOWN: { code: 404, msg: '没有名为“{key}”的页面' },
  OBJECT_UNKNOWN: { code: 404, msg: '没有名为“{name}”的对象' },
  RECORD_UNKNOWN: { code: 404, msg: '记录不存在或已被删除' },
  SESSION_UNKNOWN: { code: 404, msg: '这台设备已经退出登录' },
  REGION_UNKNOWN: { code: 404, msg: '没有可以切换到的企业或区域' },
  APP_UNKNOWN: { code: 404, msg: '应用不存在' },
  AUTH_GROUP_UNKNOWN: { code: 404, msg: '授权组不存在或已被删除' },
  AUTH_GROUP_SETTING: { code: 400, msg: '授权组设置有误：{why}' },
  SHARE_UNKNOWN: { code: 404, msg: '这个分享不存在，或已被取消' },
  SHARE_SETTING: { code: 400, msg: '不能这样分享：{why}' },
  VIEW_UNKNOWN: { code: 404, msg: '视图不存在或已被删除' },
  VIEW_LOCKED: { code: 400, msg: '视图“{name}”已锁定，解锁后才能修改' },
  VIEW_SETTING: { code: 400, msg: '视图设置有误：{why}' },
  VIEW_HIDDEN: { code: 403, msg: '视图“{name}”的筛选用到你没有权限查看的字段，不能打开' },
  VIEW_BROKEN: { code: 400, msg: '视图“{name}”的筛选用到的字段已被删除，请重新保存筛选' },
  INDEX_UNKNOWN: { code: 404, msg: '没有这样的索引，或它的字段已被删除' },
  INDEXES_FULL: { code: 400, msg: '一个对象最多 {max} 个列表索引，请先删除一个不用的' },
  FORM_UNKNOWN: { code: 404, msg: '表单不存在，或链接已失效' },
  FORM_SETTING: { code: 400, msg: '表单设置有误：{why}' },
  FORM_CLOSED: { code: 400, msg: '{why}' },
  FORM_FILES_FULL: {
    code: 413,
    msg: '通过表单上传而没有提交的附件已达上限（{limit}），请先不带附件提交，或过几天再上传',
  },
  FORM_CHANGED: { code: 409, msg: '表单已更新，请重新打开后核对' },
  FORM_EDIT_CLOSED: { code: 400, msg: '这次提交已不能修改' },
  SUBMISSION_UNKNOWN: { code: 404, msg: '没有找到这次提交' },
  CAPTCHA_WRONG: { code: 400, msg: '安全验证没有通过或已过期，请重试' },
  FORM_PASSWORD_WRONG: { code: 400, msg: '密码不正确' },
  FILE_KIND: { code: 400, msg: '{label}只能上传{expected}' },
  FILTER_VIEW_UNKNOWN: { code: 404, msg: '保存的筛选不存在或已被删除' },
  COMMENT_UNKNOWN: { code: 404, msg: '评论不存在或已被删除' },
  DICT_UNKNOWN: { code: 404, msg: '字典不存在或已被删除' },
  DICT_ITEM_UNKNOWN: { code: 404, msg: '字典项不存在或已被删除' },
  DICT_FIXED: { code: 400, msg: '“{name}”是平台自带的，不能{deed}' },
  CODE_RULE_UNKNOWN: { code: 404, msg: '编码规则不存在，或已停用' },
  CODE_RULE_IN_USE: { code: 400, msg: '“{label}”正由{users}使用，不能{deed}' },
  CODE_RULE_SETTING: { code: 400, msg: '{why}' },
  PARAM_UNKNOWN: { code: 404, msg: '参数不存在或已被删除' },
  RESOURCE_UNKNOWN: { code: 404, msg: '资源不存在或已下架' },
  RESOURCE_STATE: { code: 400, msg: '“{title}”{state}，不能{deed}' },
  MAIL_UNKNOWN: { code: 404, msg: '邮件不存在或已被清理' },
  MAIL_NOT_FAILED: { code: 400, msg: '这封邮件没有发送失败，不需要再次发送' },
  TEMPLATE_UNKNOWN: { code: 404, msg: '短信模板不存在或已被删除' },
  FILE_UNSENT: { code: 400, msg: '有文件没有上传成功，请重试或移除' },
  FILE_UNKNOWN: { code: 404, msg: '文件不存在' },
  PICTURE_UNREADABLE: { code: 400, msg: '这个文件不能缩小显示，请下载后查看' },
  ROLE_UNKNOWN: { code: 404, msg: '角色不存在或已被删除' },
  ROLE_FIXED: { code: 400, msg: '“{name}”由系统提供，不能修改或删除' },
  ROLE_IN_USE: { code: 400, msg: '角色“{name}”还有{users}在用，不能删除' },
  ROLE_GROUP_IN_USE: { code: 400, msg: '角色组“{name}”里还有角色，移走后才能删除' },
  ROLE_GROUP_NESTED: { code: 400, msg: '角色组只有一层，不能放进另一个组' },
  ROLE_MEMBERS_UNKNOWN: { code: 400, msg: '有 {count} 名成员不存在或已停用，请重新选择' },
  GRANT_BEYOND: { code: 400, msg: '不能授予或收回自己没有的权限：{names}' },
  OWN_RIGHTS: {
    code: 403,
    msg: '不能把自己{deed}：角色、工作组、部门和上下级带有数据权限，请由管理员操作',
  },
  ADMIN_BY_MAIN: { code: 403, msg: '管理员只能由主管理员任命和移除' },
  MAIN_ADMIN_STAYS: { code: 400, msg: '主管理员不能移出，请先把主管理员转给其他成员' },
  ADMINS_FULL: { code: 400, msg: '管理员最多 {max} 名' },
  LAST_ADMIN: { code: 400, msg: '企业至少要有一名管理员' },
  WORK_GROUP_UNKNOWN: { code: 404, msg: '工作组不存在或已被删除' },
  WORK_GROUP_IN_USE: { code: 400, msg: '工作组“{name}”正被使用：{why}，不能删除' },
  WORK_GROUP_PARTS_UNKNOWN: {
    code: 400,
    msg: '选择的成员、部门、角色或应用中有 {count} 个已不存在，请重新选择',
  },
  INSTANCE_UNKNOWN: { code: 404, msg: '业务实例不存在或已被移出工作组' },
  DEPT_UNKNOWN: { code: 404, msg: '部门不存在或已被删除' },
  DEPT_TITLE: { code: 400, msg: '部门名称里不能有“/”和“>”' },
  DEPT_CIRCLE: { code: 400, msg: '不能把“{title}”移到它自己或它的下级里' },
  DEPT_TOO_DEEP: { code: 400, msg: '部门最多 {max} 级' },
  DEPT_FULL: { code: 400, msg: '部门最多 {max} 个' },
  DEPT_IN_USE: { code: 400, msg: '“{title}”{why}，不能删除' },
  MEMBER_UNKNOWN: { code: 404, msg: '成员不存在或已离开' },
  MEMBER_STATE: { code: 400, msg: '“{name}”{state}，不能{deed}' },
  MEMBER_SELF: { code: 400, msg: '不能{deed}自己' },
  MEMBER_ADMIN: { code: 403, msg: '只有主管理员可以{deed}其他管理员' },
  MEMBER_OUTSIDE: { code: 403, msg: '“{name}”{why}，你不能{deed}，请联系管理员' },
  SCOPE_DEPT_NEEDED: { code: 400, msg: '请选择你管理的部门' },
  SCOPE_DEPT: { code: 403, msg: '“{title}”{why}，只能由管理员{deed}' },
  DELEGATION_UNKNOWN: { code: 404, msg: '子管理员不存在或已被撤销' },
  DELEGATION_TAKEN: { code: 400, msg: '“{name}”已经是子管理员，请修改其管理范围和权限' },
  DELEGATION_ADMIN: { code: 400, msg: '“{name}”是管理员，已有全部权限' },
  DELEGATIONS_FULL: { code: 400, msg: '子管理员最多 {max} 名' },
  MEMBER_ABOVE: {
    code: 403,
    msg: '“{name}”有你没有的权限（{names}），请由有这些权限的人{deed}',
  },
  PASSWORD_BY_ADMIN: {
    code: 403,
    msg: '“{name}”没有手机号和邮箱，{deed}的人可以用其账号登录；请由管理员{deed}',
  },
  MEMBER_ELSEWHERE: {
    code: 400,
    msg: '“{name}”的账号不只属于本企业，不能由本企业{deed}；请本人在个人中心绑定手机号或邮箱',
  },
  CONTACT_OWN: {
    code: 400,
    msg: '“{name}”已有自己的手机号或邮箱，只能由本人在个人中心修改',
  },
  SUPERIOR_UNKNOWN: { code: 400, msg: '直接上级须是本企业在职的成员' },
  SUPERIOR_CIRCLE: {
    code: 400,
    msg: '不能把“{name}”设为“{member}”的直接上级：“{name}”就是本人，或直接、间接向其汇报',
  },
  MEMBERS_FULL: { code: 400, msg: '成员最多 {max} 名，已有 {count} 名' },
  SMS_UNSENDABLE: { code: 400, msg: '平台没有配置这种短信，请改用邮箱或联系平台运营者' },
  INVITED_ALREADY: { code: 400, msg: '“{who}”已经邀请过，请在成员列表中修改或再次邀请' },
  RESTORE_CONTACT: {
    code: 400,
    msg: '“{name}”离开时没有留下手机号或邮箱，请用“邀请成员”重新邀请',
  },
  HANDOVER_NEEDED: { code: 400, msg: '“{name}”名下还有 {what}，请选择接手的人' },
  JOB_UNKNOWN: { code: 404, msg: '任务不存在或已被清理' },
  JOB_STATE: { code: 400, msg: '“{title}”没有失败，不需要重试' },
  IMPORT_FILE: { code: 400, msg: '文件无法导入：{why}' },
  EXPORT_FILE: { code: 400, msg: '表格没有生成：{why}' },
  IMPORT_UNKNOWN: { code: 404, msg: '这次导入不存在或已过期，请重新上传文件' },
  IMPORT_DONE: { code: 400, msg: '这次导入已经完成' },
  IMPORT_INVALID: {
    code: 400,
    msg: '还有 {count} 行有问题，请改好后重新上传，或选择只导入没有问题的行',
  },
  FLOW_INVALID: { code: 400, msg: '流程配置有误：{why}' },
  IMPORT_BUSY: { code: 400, msg: '这次导入正在进行，请等它完成' },
  IMPORT_COLUMNS: { code: 400, msg: '文件有 {count} 列，请说明每一列对应的字段' },
  IMPORT_OWNER: { code: 400, msg: '只有新建记录时可以导入“{label}”；已有的记录请用转移负责人' },
  IMPORT_KEY: { code: 400, msg: '用“{label}”找记录，文件里须有一列对应它' },
  IMPORT_ONLY_KEY: { code: 400, msg: '除了“{label}”，还要有要写入的列' },
  FLOW_NOT_RUNNING: { code: 409, msg: '流程不在进行中，不能进行此操作' },
  FLOW_SUSPENDED: { code: 409, msg: '流程已暂停，请等待流程管理员恢复' },
  FLOW_STARTED: { code: 409, msg: '流程已经提交，正在审批中' },
  FLOW_NOT_STARTER: { code: 403, msg: '只有发起人可以进行此操作' },
  FLOW_NOT_MANAGER: { code: 403, msg: '只有流程管理员可以进行此操作' },
  FLOW_ITEM_GONE: { code: 409, msg: '这项待办已经处理，或已被撤回、转交' },
  FLOW_ITEM_NOT_YOURS: { code: 403, msg: '这项待办由“{name}”处理' },
  FLOW_OPERATION_CLOSED: { code: 403, msg: '此节点不允许这项操作' },
  FLOW_OPINION_REQUIRED: { code: 400, msg: '请填写审批意见' },
  FLOW_SIGNATURE_REQUIRED: { code: 400, msg: '请签名' },
  FLOW_ATTACHMENT_REQUIRED: { code: 400, msg: '请上传附件' },
  FLOW_RETURN_TARGET: {
    code: 400,
    msg: '不能退回到“{name}”：只能退回到已经过的、不在其他分支里的节点',
  },
  FLOW_SAME_PERSON: { code: 400, msg: '不能转给“{name}”：这项待办就是其本人的' },
  FLOW_ALREADY_ASKED: { code: 400, msg: '“{name}”在此节点已有待办' },
  FLOW_ADDED_BEFORE: { code: 400, msg: '已经加签过，同一方向只能加签一次' },
  FLOW_PICKS: { code: 400, msg: '请为“{names}”选择审批人' },
  FLOW_BPMN: { code: 400, msg: 'BPMN 文件不能导入：{why}' },
  FLOW_CALENDAR: { code: 400, msg: '工作日历有误：{why}' },
  FLOW_SUBSTITUTION: { code: 400, msg: '审批代理没有保存：{why}' },
  FLOW_NOBODY: { code: 400, msg: '没有可以处理的人' },
  FLOW_WITHDRAW_LATE: { code: 409, msg: '已有人审批，不能撤回' },
  FLOW_RETRACT_LATE: { code: 409, msg: '后面的节点已经处理，不能撤回' },
  FLOW_URGE_OFTEN: { code: 429, msg: '催办过于频繁，请稍后再试' },
  FLOW_JUMP_TARGET: { code: 400, msg: '不能跳转到“{name}”' },
  FLOW_EVENT_LATE: { code: 409, msg: '流程已经离开这个节点' },
  FLOW_RECORD_LOCKED: {
    code: 409,
    msg: '“{title}”正在审批这条记录，结束或撤回之前不能修改或删除',
  },
  FLOW_UNKNOWN: { code: 404, msg: '没有这个流程，或你不能查看它' },
  FLOW_TEMPLATE_UNKNOWN: { code: 404, msg: '没有这个流程模板，可能已被删除' },
  FLOW_TEMPLATE_CLOSED: { code: 409, msg: '流程“{name}”还没有发布，或已停用，不能发起' },
  FLOW_TEMPLATE_RUNNING: { code: 409, msg: '流程“{name}”还有 {count} 个在进行中，不能删除' },
  OBJECT_IN_FLOW: {
    code: 409,
    msg: '“{title}”等 {count} 个审批还在进行中，请先在流程实例里终止它们，再删除',
  },
  FLOW_TEMPLATE_USED: {
    code: 409,
    msg: '{users}会发起“{name}”，请先在那里换掉，再删除',
  },
  FLOW_NOT_INITIATOR: { code: 403, msg: '你不在流程“{name}”的发起范围内' },
  FLOW_PICK_WRONG: { code: 400, msg: '“{name}”只能选择范围内的在职成员' },
  FLOW_FIELD_CLOSED: { code: 403, msg: '此节点不能填写“{label}”' },
  FLOW_FIELD_REQUIRED: { code: 400, msg: '此节点必须填写“{label}”' },
  FLOW_TARGET_NEEDED: { code: 400, msg: '请选择{what}' },
  FLOW_NOT_REMOVABLE: { code: 409, msg: '进行中或已通过的流程不能删除' },
  FLOW_DELETED: { code: 409, msg: '这个流程已被删除，请先恢复' },
  FLOW_RECORD_BUSY: { code: 409, msg: '这条记录已在“{title}”里审批，不能再次发起' },
  FLOW_CALL_OUT: {
    code: 403,
    msg: '“{name}”会向企业之外的地址发送数据，发布它需要“请求外部地址”的权限',
  },
  FLOW_MIGRATION: { code: 400, msg: '新版本里没有这些节点的去处：{names}' },
  EDIT_CONFLICT: { code: 409, msg: '“{label}”同时被他人改成了别的值，请选择保留哪一个' },
  STALE_VERSION: { code: 409, msg: '内容已被他人修改，请刷新后再试' },
  REQUEST_SLOW: { code: 408, msg: '请求内容未能及时收到，请检查网络后重试' },
  TOO_LARGE: { code: 413, msg: '请求内容过大，最多 {max}' },
  HEADERS_TOO_LARGE: { code: 431, msg: '请求头过大' },
  QUEUED: { code: 429, msg: '登录的人较多，正在排队，前面约 {ahead} 人' },
  TOO_FREQUENT: { code: 429, msg: '操作过于频繁，请稍后再试' },
  INTERNAL: { code: 500, msg: '服务器异常' },
  UNAVAILABLE: { code: 503, msg: '服务暂不可用，请稍后再试' },
  STORAGE_FULL: { code: 507, msg: '存储空间不足，请联系管理员' },
  QUERY_TIMEOUT: { code: 503, msg: '查询用时过长，请缩小范围后再试{hint}' },
} as const satisfies Record<string, { code: number; msg: string }>;

export type ErrorReason = keyof typeof ERRORS;
export type ErrorParams = Record<string, string | number>;

/**
 * One thing that was wrong: where (JSON pointer into the request), what (a catalogue key), and the
 * sentence; `about` are the fields it is about where it is no single one's.
 */
export interface Problem {
  path: string;
  reason: ErrorReason;
  params?: ErrorParams;
  msg: string;
  about?: readonly string[];
}
/** `data` of a failed envelope. `current` is the current row, for a stale version. */
export interface ErrorData {
  reason: ErrorReason;
  params?: ErrorParams;
  errors?: Problem[];
  current?: unknown;
}

export const OK = 200;
export interface Envelope<T = unknown> {
  code: number;
  data: T;
  msg: string;
}

/** Chinese and a number or letter beside it are a space apart. */
const SEAM = /(?<=\p{Script=Han})\u0000(?=[A-Za-z0-9])|(?<=[A-Za-z0-9])\u0000(?=\p{Script=Han})/gu;
/** The catalogue's sentence with its holes filled; a missing param leaves the hole's name. */
export function errorText(reason: ErrorReason, params: ErrorParams = {}): string {
  return ERRORS[reason].msg
    .replace(/\{(\w+)\}/g, (_, name: string) => `\u0000${String(params[name] ?? name)}\u0000`)
    .replace(SEAM, ' ')
    .replaceAll('\u0000', '');
}

/** Makes a Problem whose sentence comes from the catalogue. */
export function problem(path: string, reason: ErrorReason, params?: ErrorParams): Problem {
  return { path, reason, ...(params && { params }), msg: errorText(reason, params) };
}

/**
 * Body codes whose popups are suppressed (specification, section 8): those of any answer, and the
 * one of an answer that was to be a file.
 */
export const QUIET_CODES: ReadonlySet<number> = new Set([
  90001, 90002, 90003, 90004, 90005, 90006, 90007, 900010,
]);
export const QUIET_FILE_CODE = 412;
