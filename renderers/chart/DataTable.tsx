import type { ChartContent, ChartStyle } from './look.ts';
import styles from './View.module.css';

interface Props {
  drawn: ChartContent;
  look: ChartStyle;
  title: string;
  visible: boolean;
  onSelect: ((category: string, series: string, value: unknown) => void) | undefined;
}
/**
 * The chart's numbers as a table: what a screen reader reads, and what every user may show instead.
 */
export function DataTable({ drawn, look, title, visible, onSelect }: Props) {
  const { categories, series, heading } = drawn.table;
  const scatter = look.kind === 'scatter';
  const body = scatter
    ? drawn.points.flatMap(({ name, points }) =>
        points.map(([x, y], at) => (
          <tr key={`${name}-${at}`}>
            <th scope="row">{name}</th>
            <td>{look.say(x)}</td>
            <td>{look.say(y)}</td>
          </tr>
        )),
      )
    : categories.map((category, at) => (
        <tr key={category}>
          <th scope="row">
            {onSelect && visible ? (
              <button
                type="button"
                className={styles.pick}
                onClick={() =>
                  onSelect(category, series[0]?.name ?? '', series[0]?.values[at] ?? null)
                }
              >
                {category}
              </button>
            ) : (
              category
            )}
          </th>
          {series.map(({ name, values }) => {
            const value = values[at];
            return (
              <td key={name}>{value === null || value === undefined ? '—' : look.say(value)}</td>
            );
          })}
        </tr>
      ));
  return (
    <div
      className={visible ? styles.table : 'hz-hidden'}
      {...(visible && { role: 'group', tabIndex: 0, 'aria-label': `${title}的数据` })}
    >
      <table>
        <caption className="hz-hidden">{title}的数据</caption>
        <thead>
          <tr>
            {(scatter
              ? ['组', drawn.axis, drawn.heading]
              : [heading, ...series.map(({ name }) => name)]
            ).map((name, at) => (
              <th key={at} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{body}</tbody>
      </table>
    </div>
  );
}
