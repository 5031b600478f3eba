import Bowser from 'bowser';

const UNKNOWN = '未知设备';
/** Names people here use. */
const CHINESE: Readonly<Record<string, string>> = {
  WeChat: '微信',
  'Microsoft Edge': 'Edge',
  'Samsung Internet for Android': '三星浏览器',
  'UC Browser': 'UC 浏览器',
  'QQ Browser': 'QQ 浏览器',
  Safari: 'Safari',
};

/**
 * What a browser calls itself, for people: Chrome · Windows. The text comes from the client:
 * nothing is decided by it.
 */
export function deviceOf(userAgent: string): string {
  if (userAgent.trim() === '') return UNKNOWN;
  const { browser, os } = Bowser.parse(userAgent);
  const name = browser.name ? (CHINESE[browser.name] ?? browser.name) : '';
  return [name, os.name ?? ''].filter(Boolean).join(' · ') || UNKNOWN;
}
