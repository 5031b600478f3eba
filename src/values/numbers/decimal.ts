/**
 * True when a number has at most `precision` digits, `scale` of them after the point, counted in
 * its shortest decimal writing: what a person typed, not what binary makes of it (0.1 + 0.2 has 17
 * digits and does not fit).
 */
export function checkDecimal(value: number, precision: number, scale: number): boolean {
  if (!Number.isFinite(value)) return false;
  const [digits = '', power = '0'] = String(Math.abs(value)).split('e');
  const [whole = '', part = ''] = digits.split('.');
  const shift = Number(power);
  const decimals = Math.max(0, part.length - shift);
  const wholes =
    shift >= 0
      ? whole.replace(/^0+/, '').length + (whole === '0' ? 0 : shift)
      : Math.max(0, whole.replace(/^0+/, '').length + shift);
  return decimals <= scale && wholes <= precision - scale;
}
