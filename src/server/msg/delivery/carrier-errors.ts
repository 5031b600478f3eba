/** What carriers say of a message that was not received, by the provider's codes. */
const WORDS: Readonly<Record<string, string>> = {
  MOBILE_NOT_ON_SERVICE: '号码停机、空号或已销号',
  INVALID_NUMBER: '号码状态异常',
  IS_CLOSED: '号码已停机或关闭短信功能',
  MOBILE_ACCOUNT_ABNORMAL: '号码账户异常，可能欠费',
  MOBILE_SEND_LIMIT: '发给这个号码的短信过多，被限制',
  MOBILE_IN_BLACK: '号码在运营商的黑名单中',
  USER_REJECT: '对方拒收短信',
  MOBLLE_TERMINAL_ERROR: '手机关机、无信号或存储已满',
  MOBILE_TERMINAL_ERROR: '手机关机、无信号或存储已满',
  CONTENT_KEYWORD: '内容含有运营商拦截的词',
  CONTENT_ERROR: '内容被运营商拦截',
  PORT_NOT_REGISTERED: '短信签名还没有完成运营商实名报备',
  SP_NOT_BY_INTER_SMS: '号码没有开通国际短信',
  NO_ROUTE: '没有到这个号码的通道',
  REQUEST_SUCCESS: '运营商没有返回结果',
  SP_UNKNOWN_ERROR: '运营商返回未知错误',
};
/** The reason in Chinese, with the code for questions to the provider. */
export const carrierErrorText = (code: string): string =>
  Object.hasOwn(WORDS, code)
    ? `${WORDS[code]}（${code}）`
    : `运营商返回 ${code === '' ? '未知原因' : code}`;
