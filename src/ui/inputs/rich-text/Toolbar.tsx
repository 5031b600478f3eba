import type { ChainedCommands, Editor } from '@tiptap/core';
import { useRef, useState } from 'react';
import type { KeyboardEvent, RefObject } from 'react';
import { Select } from '../Select.tsx';
import { Icon } from '../../icons/icons.tsx';
import styles from './rich-text.module.css';

interface Tool {
  name: string;
  icon: string;
  keys?: string;
  on?(editor: Editor): boolean;
  can?(editor: Editor): boolean;
  run(chain: ChainedCommands): ChainedCommands;
}
const mark = (type: string, name: string, icon: string, keys: string): Tool => ({
  name,
  icon,
  keys,
  on: (editor) => editor.isActive(type),
  run: (chain) => chain.toggleMark(type),
});
const TOOLS: readonly (readonly Tool[])[] = [
  [
    mark('bold', '加粗', 'bold', 'Ctrl+B'),
    mark('italic', '斜体', 'italic', 'Ctrl+I'),
    mark('underline', '下划线', 'underline', 'Ctrl+U'),
    mark('strike', '删除线', 'strikethrough', 'Ctrl+Shift+S'),
    mark('code', '行内代码', 'code', 'Ctrl+E'),
  ],
  [
    {
      name: '无序列表',
      icon: 'unordered-list',
      keys: 'Ctrl+Shift+8',
      on: (editor) => editor.isActive('bulletList'),
      run: (chain) => chain.toggleBulletList(),
    },
    {
      name: '有序列表',
      icon: 'ordered-list',
      keys: 'Ctrl+Shift+7',
      on: (editor) => editor.isActive('orderedList'),
      run: (chain) => chain.toggleOrderedList(),
    },
    {
      name: '引用',
      icon: 'quote',
      keys: 'Ctrl+Shift+B',
      on: (editor) => editor.isActive('blockquote'),
      run: (chain) => chain.toggleBlockquote(),
    },
    {
      name: '代码块',
      icon: 'code-block',
      keys: 'Ctrl+Alt+C',
      on: (editor) => editor.isActive('codeBlock'),
      run: (chain) => chain.toggleCodeBlock(),
    },
    { name: '分隔线', icon: 'minus', run: (chain) => chain.setHorizontalRule() },
  ],
];
const HISTORY: readonly Tool[] = [
  {
    name: '撤销',
    icon: 'undo',
    keys: 'Ctrl+Z',
    can: (editor) => editor.can().undo(),
    run: (chain) => chain.undo(),
  },
  {
    name: '重做',
    icon: 'redo',
    keys: 'Ctrl+Shift+Z',
    can: (editor) => editor.can().redo(),
    run: (chain) => chain.redo(),
  },
];
const EVERY_TOOL = '[data-tool], [role=combobox]';
const TOOLS_IN_USE = ':is([data-tool], [role=combobox]):not(:disabled)';
const LEVELS = [
  { value: '0', label: '正文' },
  { value: '1', label: '标题 1' },
  { value: '2', label: '标题 2' },
  { value: '3', label: '标题 3' },
] as const;

/** Text styles: paragraph or one of three headings. */
function Style({ editor }: { editor: Editor }) {
  const level =
    LEVELS.map(({ value }) => value).find(
      (value) => value !== '0' && editor.isActive('heading', { level: Number(value) }),
    ) ?? '0';
  const choose = (value: string) => {
    const chain = editor.chain().focus();
    (value === '0'
      ? chain.setParagraph()
      : chain.setHeading({ level: Number(value) as 1 | 2 | 3 })
    ).run();
  };
  return (
    <Select
      label="文字样式"
      look="fit"
      className={styles.style}
      value={level}
      options={LEVELS}
      onChange={choose}
    />
  );
}
function Button({ editor, tool }: { editor: Editor; tool: Tool }) {
  const title = tool.keys ? `${tool.name}（${tool.keys}）` : tool.name;
  return (
    <button
      type="button"
      data-tool
      className={styles.tool}
      aria-label={tool.name}
      title={title}
      aria-pressed={tool.on?.(editor)}
      disabled={tool.can ? !tool.can(editor) : false}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => {
        tool.run(editor.chain().focus()).run();
      }}
    >
      <Icon name={tool.icon} />
    </button>
  );
}

export interface ToolbarProps {
  editor: Editor;
  label: string;
  box: RefObject<HTMLDivElement | null>;
  link: RefObject<HTMLButtonElement | null>;
  onLink(): void;
}
/** The tools of a text: one stop for Tab, arrows among them, Esc back into the text. */
export function Toolbar({ editor, label, box, link, onLink }: ToolbarProps) {
  const [at, setAt] = useState(0);
  const stops = useRef(0);
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      event.preventDefault();
      editor.commands.focus();
      return;
    }
    const tools = [...(box.current?.querySelectorAll<HTMLElement>(TOOLS_IN_USE) ?? [])];
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key] ?? 0;
    const to =
      event.key === 'Home'
        ? 0
        : event.key === 'End'
          ? tools.length - 1
          : step === 0
            ? -1
            : (tools.indexOf(document.activeElement as HTMLElement) + step + tools.length) %
              tools.length;
    if (to < 0) return;
    event.preventDefault();
    tools[to]?.focus();
  };
  stops.current = at;
  const focused = () =>
    setAt(
      Math.max(
        0,
        [...(box.current?.querySelectorAll(EVERY_TOOL) ?? [])].indexOf(
          document.activeElement as HTMLElement,
        ),
      ),
    );
  return (
    <div
      ref={(bar) => {
        box.current = bar;
        bar?.querySelectorAll<HTMLElement>(EVERY_TOOL).forEach((tool, index) => {
          tool.tabIndex = index === stops.current ? 0 : -1;
        });
      }}
      role="toolbar"
      aria-label={`${label}的格式`}
      className={styles.toolbar}
      onKeyDown={keys}
      onFocus={focused}
    >
      <Style editor={editor} />
      {TOOLS.map((group, index) => (
        <span key={index} className={styles.group}>
          {group.map((tool) => (
            <Button key={tool.name} editor={editor} tool={tool} />
          ))}
        </span>
      ))}
      <span className={styles.group}>
        <button
          ref={link}
          type="button"
          data-tool
          className={styles.tool}
          aria-label="链接"
          title="链接（Ctrl+K）"
          aria-pressed={editor.isActive('link')}
          aria-haspopup="dialog"
          onMouseDown={(event) => event.preventDefault()}
          onClick={onLink}
        >
          <Icon name="link" />
        </button>
        {HISTORY.map((tool) => (
          <Button key={tool.name} editor={editor} tool={tool} />
        ))}
      </span>
    </div>
  );
}
