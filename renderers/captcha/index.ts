import { Type, type Static } from 'typebox';
import { anyProp, defineWidget, props, type WidgetDefinition } from '../../src/view/kit/index.ts';

const captchaProps = props({
  challenge: anyProp('要完成的安全验证：upm.anno.captcha 等接口的回答；换一道就重新验证'),
  error: anyProp('没能取得安全验证的原因；有值时显示失败和重试'),
});
export type CaptchaProps = Static<typeof captchaProps>;

const captcha: WidgetDefinition = defineWidget({
  type: 'captcha',
  version: 1,
  title: '安全验证',
  category: 'input',
  props: captchaProps,
  bind: { kinds: ['cell'] },
  events: {
    solved: {
      title: '验证通过：随提交一起发送的结果',
      payload: Type.Object({ value: Type.Unknown() }),
    },
    renew: { title: '要一道新的验证：失败或过期后按了重试' },
  },
  designer: { icon: 'safe', platform: true },
  view: () => import('./View.tsx'),
});
export default captcha;
