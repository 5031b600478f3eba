/**
 * Surnames and given names that are common separately; the pairs are generated and refer to no real
 * person.
 */
const SURNAMES = [...'王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐冯于董萧程'];
const GIVEN = [
  '知夏',
  '一诺',
  '景行',
  '若溪',
  '思远',
  '嘉木',
  '云舒',
  '子衿',
  '明哲',
  '予安',
  '书瑶',
  '承泽',
  '清越',
  '南星',
  '星河',
  '语桐',
  '致远',
  '晚晴',
  '亦凡',
  '怀瑾',
  '初雪',
  '雨泽',
];

const STEP_A = 7;
const STEP_B = 5;

/**
 * `count` different names, always the same ones: two strides through the lists, coprime to their
 * lengths.
 */
export function demoNames(count: number): string[] {
  return Array.from(
    { length: count },
    (_, i) =>
      `${SURNAMES[(i * STEP_A) % SURNAMES.length]}${GIVEN[(i * STEP_B + 3) % GIVEN.length]}`,
  );
}
