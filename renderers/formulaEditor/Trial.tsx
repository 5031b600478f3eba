import { useState } from 'react';
import { isPercent } from '../../src/contract/index.ts';
import {
  sampleResult,
  sampleSteps,
  type FormulaName,
  type FormulaReading,
} from '../../src/studio/code/index.ts';
import type { EnginePorts } from '../../src/runtime/ports/index.ts';
import { isRecord, recordsOf } from '../../src/values/index.ts';
import { ValueInput } from '../../src/ui/inputs/index.ts';
import styles from './View.module.css';

interface Props {
  id: string;
  reading: FormulaReading;
  sample: unknown;
  ports: EnginePorts;
}
/** Lists and parts of records come from the sample: there is no single input for them. */
const isTyped = ({ field, inside, list }: FormulaName): boolean =>
  field !== undefined && inside === undefined && list !== true;
const TYPES: Readonly<Record<string, 'number' | 'boolean' | 'date' | 'dateTime' | 'text'>> = {
  number: 'number',
  boolean: 'boolean',
  date: 'date',
  dateTime: 'dateTime',
};
/** A formula's own result is typed in as what it gives. */
function describeOf({
  field,
  label,
  type,
}: FormulaName): Parameters<typeof ValueInput>[0]['describe'] {
  if (field && field.type !== 'formula' && field.type !== 'rollup' && field.type !== 'autoNumber')
    return { ...field, label };
  if (field && isPercent(field)) return { type: 'percent', label };
  const kind = TYPES[String(type)] ?? 'text';
  return kind === 'number' ? { schema: { type: 'number' }, label } : { type: kind, label };
}

/** The formula over values one may change: what it would give. */
export function Trial({ id, reading, sample, ports }: Props) {
  const [typed, setTyped] = useState<Readonly<Record<string, unknown>>>({});
  const record = isRecord(sample) ? sample : {};
  const values = { ...record, ...typed };
  const result = reading.ast ? sampleResult(reading.ast, reading.reads, values, ports.now()) : '';
  const steps = reading.ast ? sampleSteps(reading.ast, reading.reads, values, ports) : [];
  return (
    <div id={id} role="group" aria-label="试算" className={styles.trial}>
      {reading.reads.map((name) => (
        <div key={name.name} className={styles.given}>
          <span className={styles.name}>{name.label}</span>
          {isTyped(name) ? (
            <ValueInput
              id={`${id}-${name.name}`}
              describe={describeOf(name)}
              label={`试算：${name.label}`}
              value={values[name.name]}
              ports={ports}
              onChange={(value) =>
                setTyped((before) => ({ ...before, [name.name]: value ?? null }))
              }
            />
          ) : (
            <span className={styles.fixed}>
              {name.list ? `${recordsOf(values[name.name]).length} 行` : '取自样例'}
            </span>
          )}
        </div>
      ))}
      <div className={styles.given}>
        <span className={styles.name}>结果</span>
        <output className={styles.result}>{result || '公式有误或为空'}</output>
      </div>
      {steps.length > 0 && (
        <div className={styles.given}>
          <span className={styles.name}>怎么算的</span>
          <span className={styles.fixed}>
            {steps.map((line) => (
              <span key={line} className={styles.step}>
                {line}
              </span>
            ))}
          </span>
        </div>
      )}
    </div>
  );
}
