import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatPage } from '../../scripts/lib/page-format.mjs';

it('a formatted page is the same document, and formatting it again changes nothing', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), (document) => {
      const text = formatPage(document);
      expect(JSON.stringify(JSON.parse(text))).toBe(JSON.stringify(document));
      expect(formatPage(JSON.parse(text))).toBe(text);
    }),
  );
});

it('a node that fits has one line; one that does not keeps its short entries together', () => {
  const button = { type: 'button@1', props: { text: '新建' } };
  expect(formatPage(button)).toBe('{ "type": "button@1", "props": { "text": "新建" } }\n');
  const text = formatPage({
    id: 'bar',
    type: 'stack@1',
    slots: { default: [button, button, button] },
  });
  expect(text.split('\n')).toEqual([
    '{',
    '  "id": "bar", "type": "stack@1",',
    '  "slots": {',
    '    "default": [',
    '      { "type": "button@1", "props": { "text": "新建" } },',
    '      { "type": "button@1", "props": { "text": "新建" } },',
    '      { "type": "button@1", "props": { "text": "新建" } }',
    '    ]',
    '  }',
    '}',
    '',
  ]);
});
