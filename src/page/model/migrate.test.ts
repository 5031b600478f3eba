import { describe as group, expect, it } from 'vitest';
import { migrate } from '../index.ts';
import { sample } from '../testing/samples.ts';

group('migration', () => {
  it('a document that is up to date comes back as it is', () => {
    const document = sample();
    expect(migrate(document)).toEqual({ document, problems: [], changed: false });
    expect(migrate(document).document).toBe(document);
  });
  it('widgets are lifted one major at a time, and the stored document stays as it was', () => {
    const document = sample();
    const { document: lifted, changed } = migrate(document, {
      widgets: {
        'text@1': (props) => ({ ...props, one: 1 }),
        'text@2': (props) => ({ ...props, two: 2 }),
      },
    });
    expect(changed).toBe(true);
    expect(lifted).toMatchObject({
      nodes: {
        qty: {
          type: 'text@3',
          props: { one: 1, two: 2 },
          when: { visible: { $x: 'line.qty > 0' } },
        },
      },
    });
    expect(document.nodes.qty!.type).toBe('text@1');
  });
  it('a migration that fails leaves the node and reports a problem', () => {
    const { document, problems } = migrate(sample(), {
      widgets: {
        'text@1': () => {
          throw new Error('不行');
        },
      },
    });
    expect(document).toEqual(sample());
    expect(problems[0]).toMatchObject({
      path: '/nodes/qty/props',
      nodeId: 'qty',
      msg: expect.stringContaining('不行'),
    });
  });
  it('an older spec is lifted, a newer or unknown one is a problem', () => {
    const old = { ...sample(), spec: 'page/0' };
    expect(migrate(old, { specs: { 'page/0': (d) => ({ ...d, spec: 'page/1' }) } })).toEqual({
      document: sample(),
      problems: [],
      changed: true,
    });
    expect(migrate({ ...sample(), spec: 'page/9' }).problems[0]!.msg).toContain('请先升级系统');
    expect(migrate({ ...sample(), spec: 'form/1' }).problems[0]!.msg).toContain('不认识页面版本');
    expect(migrate({}).problems[0]!.msg).toContain('缺少“spec”');
  });
});
