// Lists the chores: every npm script with what it does.
import { readFileSync } from 'node:fs';

const WHAT = {
  start: '安装、构建、启动（数据库也在内），打印地址和账号',
  test: '全部检查：类型、规范、架构、单元、服务端、浏览器',
  build: '只构建，不启动（供 systemd 与容器使用）',
  dev: '开发：改了就刷新',
  types: '类型检查：整棵树，再按纯逻辑、浏览器、服务端各查一遍',
  lint: '代码规范和房间规则',
  generate: '由组件定义生成 schemas/ 下的元模式和组件目录',
  demo: '填充示例数据：npm run demo -- --records 1000000',
  'verify:log': '校验每家企业的操作日志是否完整：npm run verify:log -- --save 链尾.json',
  backup: '备份整个安装（数据库和附件），运行中也可：npm run backup [目录]',
  restore: '把备份恢复到空的数据目录或数据库：npm run restore 目录',
  'new:widget': '写一个新组件的文件夹：npm run new:widget rating',
  bench: '全部测量：npm run bench -- 名字 只跑一个',
  size: '各入口首屏的大小，与上限比较',
  help: '这张表',
};
const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
for (const name of Object.keys(scripts))
  console.log(
    `npm ${name === 'start' || name === 'test' ? name : `run ${name}`}`.padEnd(24),
    WHAT[name] ?? scripts[name],
  );
