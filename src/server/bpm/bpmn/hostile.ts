/** How deep elements lie in each other; BPMN of any tool has a tenth of it. */
const MAX_DEPTH = 100;
/** Elements of a file with its diagram, of which a node of a template has some ten. */
const MAX_TAGS = 20_000;
/** How deep the settings of one node may be. */
const MAX_NESTING = 50;

/** Why a file is not even given to the reader of XML; undefined for one that is. */
export function hostility(xml: string): string | undefined {
  if (/<!(?:doctype|entity)/iu.test(xml)) return '文件里不能有 DTD 和实体声明';
  let [depth, tags, at] = [0, 0, xml.indexOf('<')];
  while (at >= 0) {
    const end = endOf(xml, at);
    if (end < 0) return undefined;
    const isTag = !/[!?]/u.test(xml[at + 1] ?? '');
    if (isTag) {
      tags += 1;
      depth += xml[at + 1] === '/' ? -1 : xml[end - 1] === '/' ? 0 : 1;
    }
    if (depth > MAX_DEPTH) return `元素一层套一层超过了 ${MAX_DEPTH} 层`;
    if (tags > MAX_TAGS) return `元素超过了 ${MAX_TAGS} 个`;
    at = xml.indexOf('<', end);
  }
  return undefined;
}

/** Where what begins with `<` at `at` ends: its `>`, or -1 for one that has none. */
function endOf(xml: string, at: number): number {
  if (xml.startsWith('<!--', at)) return last(xml, '-->', at);
  if (xml.startsWith('<![CDATA[', at)) return last(xml, ']]>', at);
  let quote = '';
  for (let i = at + 1; i < xml.length; i++) {
    const letter = xml[i]!;
    if (quote !== '') quote = letter === quote ? '' : quote;
    else if (letter === '"' || letter === "'") quote = letter;
    else if (letter === '>') return i;
  }
  return -1;
}
function last(xml: string, closing: string, from: number): number {
  const found = xml.indexOf(closing, from);
  return found < 0 ? -1 : found + closing.length - 1;
}

/** Whether JSON is nested deeper than settings are; brackets inside texts count as well. */
export function isDeep(json: string): boolean {
  let depth = 0;
  for (const letter of json) {
    if (letter === '{' || letter === '[') depth += 1;
    if (letter === '}' || letter === ']') depth -= 1;
    if (depth > MAX_NESTING) return true;
  }
  return false;
}
