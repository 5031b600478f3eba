import fc from 'fast-check';
import { expect, test } from 'vitest';
import { guarded, readTable, tableHtml, tableText } from './tsv.ts';

test('reads what a spreadsheet puts on the clipboard: tabs, newlines of any kind, a newline at the end', () => {
  expect(readTable('a\tb\r\nc\td\r\n')).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ]);
  expect(readTable('a\tb\nc')).toEqual([['a', 'b'], ['c']]);
  expect(readTable('a\rb')).toEqual([['a'], ['b']]);
  expect(readTable('')).toEqual([['']]);
  expect(readTable('\t')).toEqual([['', '']]);
});
test('a quoted cell may hold tabs, newlines and quotes', () => {
  expect(readTable('"a\nb"\t"say ""hi"""\t"x\ty"')).toEqual([['a\nb', 'say "hi"', 'x\ty']]);
});
test('a quote that only begins a text is part of it', () => {
  expect(readTable('"abc\tb')).toEqual([['"abc', 'b']]);
  expect(readTable('"12" inch\tb')).toEqual([['"12" inch', 'b']]);
});
test.each(['=1+1', '+cmd()', '-a', '@sum(A1)', '=HYPERLINK("x")'])(
  '%s is copied as a text, not as a formula',
  (text) => {
    expect(guarded(text)).toBe(`'${text}`);
    expect(tableText([[text]])).toMatch(/^"?'/);
    expect(tableHtml([[text]])).toContain('mso-number-format');
    expect(readTable(tableText([[text]]))).toEqual([[text]]);
  },
);
test.each(['-5', '+86', '-1,234.50', '-3%'])('%s is a number and stays one', (text) =>
  expect(guarded(text)).toBe(text),
);
test('what is copied comes back the same when it is pasted', () => {
  const cell = fc.oneof(
    fc.string(),
    fc.string({
      unit: fc.constantFrom('"', '\t', '\n', '\r', "'", '=', '-', '+', '@', '1', 'a', '中', ','),
    }),
  );
  fc.assert(
    fc.property(
      fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 }),
      (rows) => {
        // The newline after the last row begins no row: a table that ends in an empty row of one
        // cell is the shorter table.
        fc.pre(rows.length === 1 || rows.at(-1)!.join('') !== '' || rows.at(-1)!.length > 1);
        expect(readTable(tableText(rows))).toEqual(rows);
      },
    ),
    { numRuns: 500 },
  );
});
test('the HTML shows texts, never runs them', () => {
  expect(tableHtml([['<b>1</b>', 'a & "b"']])).toBe(
    '<table><tr><td>&lt;b&gt;1&lt;/b&gt;</td><td>a &amp; &quot;b&quot;</td></tr></table>',
  );
});
